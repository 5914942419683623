import { followReading } from './contents.ts'
import { addCopyButtons } from './copy.ts'
import { runSearch } from './search.ts'

addCopyButtons()
followReading()
runSearch()
