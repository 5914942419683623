import { hash } from 'node:crypto'
import { Prisma } from '../../generated/prisma/client.ts'
import { lockOwnProject } from '../access/project-access.ts'
import { toBatchEvent } from '../batches/batch-state.ts'
import { visibleBatches } from '../batches/read.ts'
import type { Ctx, Transaction } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { isUuid } from '../foundation/ids.ts'
import { toPostgresJson } from '../foundation/postgres-json.ts'
import { findAdjacentRuns } from '../measurements/adjacent-runs.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import type { Observation } from '../observations/observation.ts'

/** A completed answer of an ended run, as it is shown. */
export interface ShownAnswer {
  resultId: string
  batchId: string
  projectId: string
  organizationId: string
  provider: string
  /** Null once it was deleted. */
  text: string | null
  extractionVersion: number
  observation: Observation
}

/**
 * Finds an answer of a run in the caller's organization, and locks its project until the transaction ends, so that no
 * re-extraction of the run is published meanwhile.
 * @throws {AppError} NOT_FOUND, including for another tenant's result and for a result of an async analysis; CONFLICT if the
 *   run has not ended, or the result has no answer
 */
export async function lockShownAnswer(ctx: Ctx, { db }: Transaction, resultId: string): Promise<ShownAnswer> {
  const gone = notFound('Result')
  if (!isUuid(resultId)) throw gone
  const where = { id: resultId, batch: { AND: [{ kind: 'run' as const }, visibleBatches(ctx)] } }
  const result = await db.result.findFirst({
    where,
    select: {
      id: true,
      batchId: true,
      provider: true,
      batch: { select: { projectId: true, finishedAt: true } },
    },
  })
  if (!result?.batch.projectId) throw gone
  if (!result.batch.finishedAt)
    throw new AppError('CONFLICT', 'The run has not ended yet. Correct labels after it has ended.')
  const { id: projectId, organizationId } = await lockOwnProject(ctx, db, result.batch.projectId, { gone })
  const [shown] = await db.$queryRaw<Pick<ShownAnswer, 'text' | 'extractionVersion' | 'observation'>[]>`
    SELECT r.text, coalesce(r.extraction_version, 0) AS "extractionVersion", r.observation
    FROM ${Prisma.raw(RESULT_AS_SHOWN)} r WHERE r.id = ${resultId}::uuid AND jsonb_typeof(r.observation) = 'object'`
  if (!shown) throw new AppError('CONFLICT', 'The result has no answer, so it has no labels.')
  const { batchId, provider } = result
  return { resultId: result.id, batchId, projectId, organizationId, provider, ...shown }
}

/**
 * Replaces the observation of the published extraction of an answer. If the labels have changed, the run and the run that
 * is compared with it are measured again in the background.
 */
export async function replaceObservation(
  ctx: Ctx,
  tx: Transaction,
  { resultId, batchId }: ShownAnswer,
  { observation, isMeasured }: { observation: Observation; isMeasured: boolean },
): Promise<void> {
  const { db } = tx
  const json = toPostgresJson(observation)
  const inReextraction = await db.$executeRaw`
    UPDATE reextracted_result s SET observation = ${json}::jsonb FROM batch b
    WHERE b.id = ${batchId}::uuid AND s.reextraction_id = b.reextraction_id AND s.result_id = ${resultId}::uuid`
  if (inReextraction === 0)
    await db.$executeRaw`UPDATE result SET first_observation = ${json}::jsonb WHERE id = ${resultId}::uuid`
  const now = ctx.now()
  const change = { changedAt: now, seq: { increment: 1 } }
  const changed = await db.batch.update({
    where: { id: batchId },
    data: { ...change, ...(isMeasured && { metricsVersion: 0, extractionRevision: { increment: 1 } }) },
  })
  tx.publish(toBatchEvent(changed))
  if (!isMeasured) return
  tx.enqueue({ name: 'measure', batchId })
  const { projectId, finishedAt } = changed
  if (!projectId || !finishedAt) return
  const { following } = await findAdjacentRuns(db, { id: batchId, projectId, finishedAt })
  if (!following) return
  await db.batch.update({ where: { id: following.id }, data: { metricsVersion: 0 } })
  tx.enqueue({ name: 'measure', batchId: following.id })
}

/** Returns the digest of a text, to recognize the text that a person read. */
export function digestOf(text: string): string {
  return hash('sha256', text)
}
