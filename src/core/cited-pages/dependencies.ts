import type { OutboundDeps } from '../foundation/outbound.ts'
import type { ExtractionDeps } from '../observations/extraction-threads.ts'

/** Dependencies of reading the pages that answers cite. */
export interface CitedPagesDeps extends OutboundDeps, ExtractionDeps {
  /** Null if the operator turned it off. `delay` is the time between two requests to a host, in milliseconds. */
  citedPages: { delay: number } | null
}
