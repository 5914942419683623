import type { Database } from '../../infra/database.ts'
import { loadMeasured } from '../batches/measured.ts'
import { snapshotSchema } from '../batches/snapshot.ts'
import type { ComparedRun } from './comparison.ts'

/** The run of a project that gave results and ended last; null when there is none yet. */
export async function latestRun(database: Database, projectId: string): Promise<ComparedRun | null> {
  const { rows } = await database.pool.query<RunRow>({
    name: 'latest-run',
    text: `SELECT id, reading, snapshot FROM batch
           WHERE project_id = $1 AND kind = 'run' AND status IN ('completed', 'partially_completed')
           ORDER BY finished_at DESC, id DESC LIMIT 1`,
    values: [projectId],
  })
  return rows[0] ? loadRun(database, rows[0]) : null
}

/** The runs that ended right before and right after one; null where there is none. */
export async function neighboursOf(
  database: Database,
  run: { id: string; projectId: string; finishedAt: Date },
): Promise<{ previous: ComparedRun | null; following: ComparedRun | null }> {
  const next = async (name: string, than: '<' | '>', order: 'DESC' | 'ASC') => {
    const { rows } = await database.pool.query<RunRow>({
      name,
      text: `SELECT id, reading, snapshot FROM batch
             WHERE project_id = $1 AND kind = 'run' AND status IN ('completed', 'partially_completed')
               AND (finished_at, id) ${than} ($2, $3)
             ORDER BY finished_at ${order}, id ${order} LIMIT 1`,
      values: [run.projectId, run.finishedAt, run.id],
    })
    return rows[0] ? loadRun(database, rows[0]) : null
  }
  return {
    previous: await next('run-before', '<', 'DESC'),
    following: await next('run-after', '>', 'ASC'),
  }
}

interface RunRow {
  id: string
  reading: number
  snapshot: unknown
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
