import { Webhook } from 'standardwebhooks'

/**
 * The headers of a signed call, by the Standard Webhooks specification, "Webhook headers".
 * @param id the same for every attempt, so that a receiver can tell a repetition
 * @param secret `whsec_…`
 */
export function signedHeaders({
  id,
  at,
  body,
  secret,
}: {
  id: string
  at: Date
  body: string
  secret: string
}): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Answergraph-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}
