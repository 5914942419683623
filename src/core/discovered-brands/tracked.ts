import type { VisibleBatchId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { discoveredKey } from '../observations/discovered-key.ts'

/** SQL for the names and aliases of the brand and the competitors of a `project p`. */
const NAMES = `
  SELECT p.analysis_brand_name AS name UNION SELECT unnest(p.aliases)
  UNION SELECT c.name FROM competitor c WHERE c.project_id = p.id
  UNION SELECT unnest(c.aliases) FROM competitor c WHERE c.project_id = p.id`

/** Returns, by run id, the keys of all names that the run's project tracks now. */
export async function trackedKeys(
  ctx: Ctx,
  runIds: readonly VisibleBatchId[],
): Promise<Map<string, Set<string>>> {
  const { rows } = await ctx.db.pool.query<{ runs: string[]; names: string[] }>({
    name: 'tracked-names',
    text: `SELECT array_agg(b.id) AS runs, ARRAY(${NAMES}) AS names FROM batch b JOIN project p ON p.id = b.project_id
           WHERE b.id = ANY($1::uuid[]) GROUP BY p.id`,
    values: [runIds],
  })
  return new Map(
    rows.flatMap(({ runs, names }) => {
      const keys = new Set(names.map(discoveredKey))
      return runs.map((run) => [run, keys] as const)
    }),
  )
}
