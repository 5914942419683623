import type { MailDeps } from '../foundation/links.ts'
import type { SecretDeps } from '../foundation/secrets.ts'

/** Dependencies of verbs that send reports. */
export interface ReportDeps extends MailDeps, SecretDeps {
  /**
   * Prints a self-contained HTML document as a PDF file; rejects if that fails. Null without Chromium.
   * @param signal ends the work
   */
  printPdf: ((html: string, signal: AbortSignal) => Promise<Uint8Array>) | null
}
