import type { Services } from '../core/foundation/context.ts'
import type { SecretDeps } from '../core/foundation/secrets.ts'
import { loadCredentialsIfChanged } from '../core/provider-credentials/load.ts'

/** Milliseconds between two looks for credentials that another process has changed. */
const INTERVAL = 2_000

/**
 * Makes this process use credentials that another process has changed, within two seconds.
 * @returns a function that stops this
 */
export function watchCredentials(services: Services<SecretDeps>): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    // Outages of the database are logged elsewhere.
    running = running.then(() => loadCredentialsIfChanged(services)).catch(() => {})
  }, INTERVAL)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
