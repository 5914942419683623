import { addCopyButtons } from './copy.ts'
import { runSearch } from './search.ts'

addCopyButtons()
runSearch()
