import { authorize } from '../access/authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'

/**
 * Returns the newest version of the extraction rules that analyzed answers of each batch. Null for a batch without
 * answers, and for a batch that the caller may not see.
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
    text: `SELECT b.id, CASE WHEN b.reextraction_id IS NOT NULL THEN b.extraction_version
             ELSE (SELECT max(r.first_extraction_version) FROM result r WHERE r.batch_id = b.id) END AS version
           FROM batch b WHERE ${VISIBLE} AND b.id = ANY($4::uuid[])`,
    values: [...visibleValues(ctx), input.ids.filter(isUuid)],
  })
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  return input.ids.map((id) => versions.get(id) ?? null)
}
