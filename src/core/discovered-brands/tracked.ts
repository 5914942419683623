import type { Ctx } from '../context.ts'
import { discoveredKey } from '../observations/discovered-key.ts'

/** SELECTs the names by which a `project p` tracks its brand and its competitors. */
const NAMES = `
  SELECT p.analysis_brand_name AS name UNION SELECT unnest(p.aliases)
  UNION SELECT c.name FROM competitor c WHERE c.project_id = p.id
  UNION SELECT unnest(c.aliases) FROM competitor c WHERE c.project_id = p.id`

/** The keys of the names that the project of each of these runs tracks now, by run. It checks no tenant. */
export async function trackedKeys(ctx: Ctx, runIds: readonly string[]): Promise<Map<string, Set<string>>> {
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
