import { highlightCurrentSection } from './contents.ts'
import { addCopyButtons } from './copy.ts'
import { startSearch } from './search.ts'

addCopyButtons()
highlightCurrentSection()
startSearch()
