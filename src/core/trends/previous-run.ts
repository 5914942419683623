import type { Prisma } from '../../generated/prisma/client.ts'
import type { Database } from '../../infra/database.ts'
import { loadMeasured } from '../batches/measured.ts'
import { snapshotSchema } from '../batches/snapshot.ts'
import type { ComparedRun } from './comparison.ts'

/** Where a run stands among those of its project; null for the end of one that is about to end, after all others. */
export interface RunPlace {
  id: string
  projectId: string
  finishedAt: Date | null
}

/** The runs that gave results and ended right before and right after one, as they are read now; null where there is none. */
export interface Neighbours {
  previous: RunRow | null
  following: RunRow | null
}

interface RunRow {
  id: string
  reading: number
  snapshot: unknown
}

/** Who stands beside a run. */
export async function neighboursOf(db: Prisma.TransactionClient, place: RunPlace): Promise<Neighbours> {
  const { id, projectId } = place
  const finishedAt = place.finishedAt ?? 'infinity'
  const [previous = null] = await db.$queryRaw<RunRow[]>`
    SELECT id, reading, snapshot FROM batch
    WHERE project_id = ${projectId}::uuid AND kind = 'run' AND status IN ('completed', 'partially_completed')
      AND (finished_at, id) < (${finishedAt}::timestamptz, ${id}::uuid)
    ORDER BY finished_at DESC, id DESC LIMIT 1`
  const [following = null] = await db.$queryRaw<RunRow[]>`
    SELECT id, reading, snapshot FROM batch
    WHERE project_id = ${projectId}::uuid AND kind = 'run' AND status IN ('completed', 'partially_completed')
      AND (finished_at, id) > (${finishedAt}::timestamptz, ${id}::uuid)
    ORDER BY finished_at, id LIMIT 1`
  return { previous, following }
}

/**
 * Locks the history of a project until the transaction ends: of those who end a run of it and those who change a reading one
 * goes after the other. Then what a comparison was computed from can be checked with {@link areStill}, and holds.
 */
export async function lockHistory(db: Prisma.TransactionClient, projectId: string): Promise<void> {
  await db.$queryRaw`SELECT id FROM project WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
}

/** Whether the same runs stand beside a run as before, each in the same reading. */
export async function areStill(
  db: Prisma.TransactionClient,
  place: RunPlace,
  { previous, following }: Neighbours,
): Promise<boolean> {
  const now = await neighboursOf(db, place)
  return isSame(now.previous, previous) && isSame(now.following, following)
}

function isSame(one: RunRow | null, other: RunRow | null): boolean {
  return one?.id === other?.id && one?.reading === other?.reading
}

/** One reading of a run, or of a part of it, and no mixture: once more when its answers were read again meanwhile. */
export async function loadRun(
  database: Database,
  run: RunRow,
  filter: { provider?: string | null; location?: string | null } = {},
): Promise<ComparedRun> {
  const { id, reading } = run
  const snapshot = snapshotSchema.parse(run.snapshot)
  const measured = await loadMeasured(database, id, snapshot, filter)
  const { rows } = await database.pool.query<RunRow>({
    name: 'run-reading',
    text: 'SELECT id, reading, snapshot FROM batch WHERE id = $1 AND reading <> $2',
    values: [id, reading],
  })
  return rows[0] ? loadRun(database, rows[0], filter) : { id, reading, snapshot, measured }
}
