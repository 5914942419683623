import { findEntities } from '../../extraction/names/find-entities.ts'
import type { Snapshot } from '../brands/snapshot.ts'
import type { ThreadTask } from '../observations/extraction-threads.ts'
import { cachedExtractor } from '../observations/extractor.ts'
import { parsePage } from '../setup/page.ts'

/** Longer pages are read in part. */
const LIMITS = { lines: 20_000, length: 20_000 }

/** The names in a page. */
export interface PageNames {
  /** Indexes of the tracked entities that the visible text or the title names. */
  entities: number[]
  /** Number of characters of the visible text. */
  length: number
  /** Whether all of the text was read. */
  isComplete: boolean
}

/** Finds the tracked brands that an HTML page names. A task for a thread, because pages may be large or hostile. */
export const FIND_NAMES: ThreadTask<{ html: string; url: string; snapshot: Snapshot }, PageNames> = {
  name: 'find-names',
  run({ html, url, snapshot }) {
    const { title, lines, isComplete } = parsePage(html, url, LIMITS)
    const text = lines.join('\n')
    const { matcher } = cachedExtractor(snapshot).matcher.names
    return {
      entities: [...findEntities(matcher, `${title ?? ''}\n${text}`)],
      length: text.length,
      isComplete,
    }
  },
}
