import { Prisma } from '../../generated/prisma/client.ts'
import type { Database } from '../../infra/database.ts'
import { STATUSES_WITH_ANSWERS } from '../batch-status.ts'
import { snapshotSchema } from '../snapshot.ts'
import type { ComparedRun } from './comparison.ts'
import { loadMetricsInput } from './metrics-input.ts'

const WITH_ANSWERS = Prisma.raw(STATUSES_WITH_ANSWERS)

/** What orders a run among the runs of its project. */
export interface RunPosition {
  id: string
  projectId: string
  /** When it ended; the time now for one that is about to end. */
  finishedAt: Date
}

/** The runs with results that ended right before and right after another; null where there is none. */
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

/** Finds the adjacent runs of a run, as they are now. */
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
 * Locks the history of a project until the transaction ends, so that runs end and extractions are published one after the
 * other. What {@link areStillAdjacent} says under this lock holds until the end of the transaction.
 */
export async function lockHistory(db: Prisma.TransactionClient, projectId: string): Promise<void> {
  await db.$queryRaw`SELECT id FROM project WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
}

/** Whether the adjacent runs are the same as before and were not re-extracted since. */
export async function areStillAdjacent(
  db: Prisma.TransactionClient,
  position: RunPosition,
  { previous, following }: AdjacentRuns,
): Promise<boolean> {
  const now = await findAdjacentRuns(db, position)
  return isSame(now.previous, previous) && isSame(now.following, following)
}

function isSame(one: RunRow | null, other: RunRow | null): boolean {
  return one?.id === other?.id && one?.extractionRevision === other?.extractionRevision
}

/**
 * Loads a run, or the part of it that meets the filter, for a comparison. All of it comes from one extraction: it is loaded
 * again when a re-extraction was published meanwhile.
 */
export async function loadRun(
  database: Database,
  run: RunRow,
  filter: { provider?: string | null; location?: string | null } = {},
): Promise<ComparedRun> {
  const { id, extractionRevision } = run
  const snapshot = snapshotSchema.parse(run.snapshot)
  const input = await loadMetricsInput(database, id, snapshot, filter)
  const { rows } = await database.pool.query<RunRow>({
    name: 'run-with-other-extraction',
    text: `SELECT id, extraction_revision AS "extractionRevision", snapshot FROM batch
           WHERE id = $1 AND extraction_revision <> $2`,
    values: [id, extractionRevision],
  })
  return rows[0] ? loadRun(database, rows[0], filter) : { id, extractionRevision, snapshot, input }
}
