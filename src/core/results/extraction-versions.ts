import { authorize } from '../authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'

/**
 * The newest version of the rules that read answers of these batches; null for one without an answer, and for one the caller
 * may not see.
 */
export async function readExtractionVersions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(number | null)[]> {
  authorize(ctx, 'analysis:read')
  const { rows } = await ctx.db.pool.query<{ id: string; version: number | null }>({
    name: 'extraction-versions',
    text: `SELECT b.id, max(r.extraction_version) AS version FROM batch b JOIN result r ON r.batch_id = b.id
           WHERE ${VISIBLE} AND b.id = ANY($4::uuid[]) GROUP BY b.id`,
    values: [...visibleValues(ctx), input.ids.filter(isUuid)],
  })
  const found = new Map(rows.map(({ id, version }) => [id, version]))
  return input.ids.map((id) => found.get(id) ?? null)
}
