import type { VisibleBatchId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { badFields } from '../foundation/parse.ts'

/**
 * Checks that at least one of the batches tracks a competitor. `field` contains its id, keyed by the name of the input field
 * for error messages.
 * @returns the id as it is stored
 * @throws {AppError} BAD_REQUEST on the field
 */
export async function checkTracked(
  { db }: Ctx,
  batchIds: readonly VisibleBatchId[],
  field: Record<string, string>,
): Promise<string> {
  const [[fieldName, given] = ['', '']] = Object.entries(field)
  const id = given.toLowerCase()
  const { rows } = await db.pool.query({
    name: 'tracked-competitor',
    text: `SELECT FROM batch b WHERE b.id = ANY($1::uuid[])
             AND b.snapshot->'competitors' @> jsonb_build_array(jsonb_build_object('id', $2::text)) LIMIT 1`,
    values: [batchIds, id],
  })
  if (rows.length > 0) return id
  const also = fieldName === 'entityId' ? '`brand`, or ' : ''
  throw badFields({ [fieldName]: `must be ${also}the id of a competitor that was tracked for these answers` })
}
