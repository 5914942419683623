import type { Database } from '../../infra/database.ts'
import { loadMeasured } from '../batches/measured.ts'
import { snapshotSchema } from '../batches/snapshot.ts'
import type { ComparedRun } from './comparison.ts'

/** The run of a project that gave results and ended last; null when there is none yet. */
export async function latestRun(database: Database, projectId: string): Promise<ComparedRun | null> {
  const { rows } = await database.pool.query<{ id: string; snapshot: unknown }>({
    name: 'latest-run',
    text: `SELECT id, snapshot FROM batch
           WHERE project_id = $1 AND kind = 'run' AND status IN ('completed', 'partially_completed')
           ORDER BY finished_at DESC, id DESC LIMIT 1`,
    values: [projectId],
  })
  const [run] = rows
  if (!run) return null
  const snapshot = snapshotSchema.parse(run.snapshot)
  return { id: run.id, snapshot, measured: await loadMeasured(database, run.id, snapshot) }
}
