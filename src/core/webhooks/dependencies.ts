import type { OutboundDeps } from '../foundation/outbound.ts'
import type { SecretDeps } from '../foundation/secrets.ts'

/** Dependencies of webhooks. */
export interface WebhookDeps extends OutboundDeps, SecretDeps {
  /** Origin for links to the dashboard; null if PUBLIC_URL is not set. */
  publicUrl: string | null
}
