import { Prisma } from '../../generated/prisma/client.ts'
import type { Database } from '../../infra/database.ts'
import { snapshotSchema } from '../brands/snapshot.ts'
import { STATUSES_WITH_ANSWERS } from '../foundation/batch-status.ts'
import type { ComparedRun, RunWithPages } from './comparison.ts'
import { readMeasuredAnswers } from './measured-answers.ts'
import { loadMetricsInput, type PartFilter } from './metrics-input.ts'

const WITH_ANSWERS = Prisma.raw(STATUSES_WITH_ANSWERS)

/** Position of a run in the history of its project. */
export interface RunPosition {
  id: string
  projectId: string
  /** When the run ended; the current time for a run that is about to end. */
  finishedAt: Date
}

/** Runs with results that ended immediately before and after a run; null if there is none. */
export interface AdjacentRuns {
  previous: RunRow | null
  following: RunRow | null
}

interface RunRow {
  id: string
  /** See {@link ComparedRun}. */
  extractionRevision: number
  snapshot: unknown
}

/** Finds the current adjacent runs of a run. */
export async function findAdjacentRuns(
  db: Prisma.TransactionClient,
  position: RunPosition,
): Promise<AdjacentRuns> {
  const { id, projectId, finishedAt } = position
  const [previous = null] = await db.$queryRaw<RunRow[]>`
    SELECT id, extraction_revision AS "extractionRevision", snapshot FROM batch
    WHERE project_id = ${projectId}::uuid AND kind = 'run' AND status IN ${WITH_ANSWERS}
      AND (finished_at, id) < (${finishedAt}::timestamptz, ${id}::uuid)
    ORDER BY finished_at DESC, id DESC LIMIT 1`
  const [following = null] = await db.$queryRaw<RunRow[]>`
    SELECT id, extraction_revision AS "extractionRevision", snapshot FROM batch
    WHERE project_id = ${projectId}::uuid AND kind = 'run' AND status IN ${WITH_ANSWERS}
      AND (finished_at, id) > (${finishedAt}::timestamptz, ${id}::uuid)
    ORDER BY finished_at, id LIMIT 1`
  return { previous, following }
}

/**
 * Locks the history of a project until the transaction ends, so that only one run ends or publishes a re-extraction at
 * a time. The result of {@link areStillAdjacent} then stays valid until the end of the transaction.
 */
export async function lockHistory(db: Prisma.TransactionClient, projectId: string): Promise<void> {
  await db.$queryRaw`SELECT id FROM project WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
}

/** Returns whether the adjacent runs are unchanged and have not been re-extracted in the meantime. */
export async function areStillAdjacent(
  db: Prisma.TransactionClient,
  position: RunPosition,
  { previous, following }: AdjacentRuns,
): Promise<boolean> {
  const now = await findAdjacentRuns(db, position)
  return isSame(now.previous, previous) && isSame(now.following, following)
}

function isSame(a: RunRow | null, b: RunRow | null): boolean {
  return a?.id === b?.id && a?.extractionRevision === b?.extractionRevision
}

/**
 * Loads a run, or the part of it that matches the filter, for a comparison. All data comes from the same extraction. The
 * answers are read as they were stored when the run was measured, or from the observations if they are out of date.
 */
export async function loadRun(
  database: Database,
  run: RunRow,
  filter: PartFilter = {},
): Promise<ComparedRun> {
  const { id, extractionRevision } = run
  const snapshot = snapshotSchema.parse(run.snapshot)
  const input = await readMeasuredAnswers(database, { id, extractionRevision, snapshot }, filter)
  return input ? { id, extractionRevision, snapshot, input } : loadRunWithPages(database, run, filter)
}

/**
 * Loads a run as {@link loadRun} does, from its observations and with the pages of the sources, as it has to be
 * measured. If a re-extraction is published in the meantime, the run is loaded again.
 */
export async function loadRunWithPages(
  database: Database,
  run: RunRow,
  filter: PartFilter = {},
): Promise<RunWithPages> {
  const { id, extractionRevision } = run
  const snapshot = snapshotSchema.parse(run.snapshot)
  const input = await loadMetricsInput(database, id, snapshot, filter)
  const { rows } = await database.pool.query<RunRow>({
    name: 'run-with-other-extraction',
    text: `SELECT id, extraction_revision AS "extractionRevision", snapshot FROM batch
           WHERE id = $1 AND extraction_revision <> $2`,
    values: [id, extractionRevision],
  })
  return rows[0] ? loadRunWithPages(database, rows[0], filter) : { id, extractionRevision, snapshot, input }
}
