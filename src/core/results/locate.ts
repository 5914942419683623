import type { BatchRecord } from '../batches/row.ts'
import { isFinal } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'

/** A filter on results. Null matches everything. `prompts` are ordinals within the batch. */
export interface OrdinalFilter {
  provider: string | null
  location: string | null
  prompts: number[] | null
  searched: boolean | null
}

/**
 * Returns the number of matching results of a run so far, and the ordinals on one page. The unfiltered results of an
 * ended run need no query, because their ordinals have no gaps. Otherwise the rows are found through an index on the
 * run, so the cost does not depend on other runs.
 */
export async function locateResults(
  ctx: Ctx,
  { id, status, progress }: BatchRecord,
  { filter, limit, offset }: { filter: OrdinalFilter; limit: number; offset: number },
): Promise<{ total: number; ordinals: number[] }> {
  const { provider, location, prompts, searched } = filter
  const { total } = progress
  const isFiltered = Object.values(filter).some((condition) => condition !== null)
  if (isFinal(status) && !isFiltered) {
    const length = Math.max(0, Math.min(limit, total - offset))
    return { total, ordinals: Array.from({ length }, (_, index) => offset + index) }
  }
  if (prompts?.length === 0) return { total: 0, ordinals: [] }
  const { rows } = await ctx.db.pool.query<{ total: number; ordinals: number[] }>({
    name: searched === null ? 'locate-results' : 'locate-searched-results',
    text: `WITH found AS MATERIALIZED (
             SELECT ordinal FROM ${searched === null ? 'result' : RESULT_AS_SHOWN} r
             WHERE batch_id = $1 AND status <> 'pending' AND ($2::text IS NULL OR provider = $2)
               AND ($3::text IS NULL OR location = $3) AND ($4::int[] IS NULL OR prompt_ordinal = ANY($4))
               ${searched === null ? '' : "AND (r.observation #>> '{details,searched}')::boolean = $7"})
           SELECT (SELECT count(*)::int FROM found) AS total,
             ARRAY(SELECT ordinal FROM found ORDER BY ordinal LIMIT $5 OFFSET $6) AS ordinals`,
    values: [id, provider, location, prompts, limit, offset, ...(searched === null ? [] : [searched])],
  })
  return rows[0] ?? { total: 0, ordinals: [] }
}
