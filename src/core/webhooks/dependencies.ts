import type { SecretBox } from '../../infra/secret-box.ts'
import type { OutboundDeps } from '../foundation/outbound.ts'

/** Dependencies of webhooks. */
export interface WebhookDeps extends OutboundDeps {
  /** Encrypts the signing secrets at rest. */
  secrets: SecretBox
}
