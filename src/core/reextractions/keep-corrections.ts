import { applyCorrections } from '../corrections/apply.ts'
import { toCorrectedLabels } from '../corrections/row.ts'
import { digestOf } from '../corrections/stored-answer.ts'
import type { Ctx } from '../foundation/context.ts'
import { toPostgresJson } from '../foundation/postgres-json.ts'
import { RESULT_AS_SHOWN, resultsExtractedBy } from '../observations/extracted-results.ts'
import type { Observation } from '../observations/observation.ts'
import type { ShownStatus } from '../results/definition.ts'
import { changesBetween } from './changes.ts'

/** A corrected result before and after a re-extraction. */
interface CorrectedResult {
  id: string
  before: { status: ShownStatus; text: string | null; observation: Observation | null }
  after: { status: ShownStatus; text: string; observation: Observation }
}

const CORRECTED = `SELECT r.id, jsonb_build_object('status', p.status, 'text', p.text, 'observation', p.observation) AS before,
    jsonb_build_object('status', r.status, 'text', r.text, 'observation', r.observation) AS after
  FROM ${resultsExtractedBy('$2::uuid')} r JOIN ${RESULT_AS_SHOWN} p ON p.id = r.id
  WHERE r.batch_id = $1 AND r.id IN (SELECT c.result_id FROM label_correction c JOIN result u ON u.id = c.result_id
      WHERE u.batch_id = $1)
    AND jsonb_typeof(r.observation) = 'object' AND r.text IS NOT NULL`

/**
 * Applies the corrections of a run to the results of its re-extraction, except to answers that are parsed to another text
 * now. Can be repeated.
 */
export async function keepCorrections(
  { db: { pool, prisma } }: Ctx,
  { batchId, reextractionId }: { batchId: string; reextractionId: string },
): Promise<void> {
  const corrections = await prisma.labelCorrection.findMany({
    where: { result: { batchId } },
    orderBy: { entityId: 'asc' },
  })
  // Most runs have none.
  if (corrections.length === 0) return
  const { rows } = await pool.query<CorrectedResult>({
    name: 'corrected-results',
    text: CORRECTED,
    values: [batchId, reextractionId],
  })
  for (const { id, before, after } of rows) {
    const digest = digestOf(after.text)
    const ofText = corrections.filter(
      (correction) => correction.resultId === id && correction.digest === digest,
    )
    const observation = applyCorrections(after.observation, ofText.map(toCorrectedLabels))
    await pool.query({
      name: 'store-corrected-result',
      text: `UPDATE reextracted_result SET observation = $3::jsonb, changed = $4
             WHERE reextraction_id = $1 AND result_id = $2`,
      values: [
        reextractionId,
        id,
        toPostgresJson(observation),
        changesBetween(before, { ...after, observation }),
      ],
    })
  }
}
