import type { OutboundDeps } from '../foundation/outbound.ts'
import type { SecretDeps } from '../foundation/secrets.ts'

/** Dependencies of webhooks. */
export interface WebhookDeps extends OutboundDeps, SecretDeps {}
