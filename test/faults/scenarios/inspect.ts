import { type StartedAnalysis, webhookIds } from './analyses.ts'
import type { Installation } from './installation.ts'

/** State of an installation after its analyses ended, read from outside. All values but `units` are 0 if nothing is wrong. */
export interface Inspection {
  units: number
  /** Units without an answer, and analyses that did not complete. */
  lost: number
  /** Answers beyond one per unit, and batches beyond one per accepted request. */
  doubled: number
  /** Analyses without a webhook, with several ids of it, or whose id another analysis has too. */
  wrongWebhooks: number
  /**
   * Credits that do not match: the balance and the sum of the ledger, the balance and the units, the charges and the
   * units, and the charges that the analyses show.
   */
  creditsAdrift: number
  /** Units with an answer that does not come from their stored response. */
  mixedAnswers: number
}

interface Shown {
  status: string
  progress: { total: number; completed: number; failed: number }
  credits: { reserved: number; charged: number; refunded: number }
  results: { prompt: string; status: string }[]
}

/** Reads all analyses over REST, and the ledger and the stored responses from the database. */
export async function inspect(
  installation: Installation,
  { analyses, credits }: { analyses: readonly StartedAnalysis[]; credits: number },
): Promise<Inspection> {
  const { database, gateways, organizationId, receiver, send } = installation
  const inspection = { units: 0, lost: 0, doubled: 0, wrongWebhooks: 0, creditsAdrift: 0, mixedAnswers: 0 }
  const webhooks = webhookIds(receiver.calls)
  const idsSeen = new Set<string>()
  for (const [index, { analysisId, prompts }] of analyses.entries()) {
    const gateway = gateways[index % gateways.length] ?? ''
    const response = await send(gateway, `/v1/async-analysis/${analysisId}`)
    const { data } = (await response.json()) as { data: Shown }
    const answered = data.results.filter(({ status }) => status === 'ok').map(({ prompt }) => prompt)
    const { total, completed } = data.progress
    inspection.units += prompts.length
    inspection.lost += prompts.filter((prompt) => !answered.includes(prompt)).length
    if (data.status !== 'completed') inspection.lost += 1
    inspection.doubled += answered.length - new Set(answered).size + Math.abs(completed - total)
    inspection.creditsAdrift += Math.abs(data.credits.charged - prompts.length)
    const ids = new Set(webhooks.get(analysisId))
    const [id = ''] = ids
    if (ids.size !== 1 || idsSeen.has(id)) inspection.wrongWebhooks += 1
    idsSeen.add(id)
  }
  const { rows } = await database.query<
    Record<'batches' | 'balance' | 'ledger' | 'charged' | 'mixed', number>
  >(
    `SELECT (SELECT count(*) FROM batch WHERE organization_id = o.id)::int AS batches,
       credit_balance AS balance,
       (SELECT sum(amount) FROM credit_entry WHERE organization_id = o.id)::int AS ledger,
       (SELECT coalesce(sum(credits), 0) FROM credit_entry WHERE organization_id = o.id AND kind = 'charge')::int AS charged,
       (SELECT count(*) FROM batch b JOIN result r ON r.batch_id = b.id JOIN answer a ON a.result_id = r.id
         JOIN artifact f ON f.result_id = r.id
         WHERE b.organization_id = o.id AND position(a.text IN f.raw::text) = 0)::int AS mixed
     FROM organization o WHERE id = $1`,
    [organizationId],
  )
  const [row] = rows
  if (!row) throw new Error('the organization is gone')
  inspection.doubled += Math.abs(row.batches - analyses.length)
  inspection.creditsAdrift +=
    Math.abs(row.balance - row.ledger) +
    Math.abs(credits - row.balance - inspection.units) +
    Math.abs(row.charged - inspection.units)
  inspection.mixedAnswers = row.mixed
  return inspection
}
