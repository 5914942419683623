import { setTimeout as pause } from 'node:timers/promises'
import type { SeededRandom } from '../../../src/providers/simulated/seeded-random.ts'
import type { Installation } from './installation.ts'

/** An analysis that a gateway accepted. */
export interface StartedAnalysis {
  analysisId: string
  prompts: readonly string[]
}

const REQUEST_TIMEOUT = 10_000
const RETRY_DELAY = 100

/**
 * Starts an analysis through a random gateway, as clients should: with an Idempotency-Key, and again through any gateway
 * until one responds.
 */
export async function startAnalysis(
  { gateways, receiver, send }: Installation,
  random: SeededRandom,
  { name, prompts }: { name: string; prompts: readonly string[] },
): Promise<StartedAnalysis> {
  const body = JSON.stringify({
    prompts,
    brandName: 'Acme',
    replicates: 1,
    providers: ['local'],
    locations: ['US'],
    webhook: { url: receiver.url },
  })
  for (;;) {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT)
    const headers = { 'idempotency-key': name }
    const init = { method: 'POST', body, headers, signal }
    const response = await send(random.pick(gateways), '/v1/async-analysis', init).catch(() => null)
    const text = await response?.text().catch(() => null)
    if (response?.status === 202 && text) {
      const { data } = JSON.parse(text) as { data: { analysisId: string } }
      return { analysisId: data.analysisId, prompts }
    }
    if (response && response.status < 500) throw new Error(`${name}: ${response.status} ${text}`)
    await pause(RETRY_DELAY)
  }
}

/** Returns the number of analyses of which the receiver has got the webhook. */
export function webhooksReceived({ receiver }: Installation): number {
  return webhookIds(receiver.calls).size
}

/** Returns the ids of the webhooks of each analysis, in the order in which they arrived. */
export function webhookIds(calls: Installation['receiver']['calls']): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const { headers, body } of calls) {
    const { data } = JSON.parse(body) as { data: { analysisId: string } }
    ids.set(data.analysisId, [...(ids.get(data.analysisId) ?? []), String(headers['webhook-id'])])
  }
  return ids
}
