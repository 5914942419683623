import type { SafeFetch } from '../../infra/safe-fetch.ts'
import type { ExtractionDeps } from '../observations/extraction-threads.ts'

/** How cited pages are fetched. */
export interface CitedPagesSettings {
  /**
   * Reaches only the public internet. OUTBOUND_ALLOW does not apply, because the URLs come from answers and not from users.
   */
  fetch: SafeFetch
  /** Time between two requests to a host, in milliseconds. */
  delay: number
}

/** Dependencies of reading the pages that answers cite. */
export interface CitedPagesDeps extends ExtractionDeps {
  /** Null if the operator turned it off. */
  citedPages: CitedPagesSettings | null
}
