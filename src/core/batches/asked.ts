import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { VISIBLE, visibleValues } from './read.ts'

/** What a batch asks: each prompt of each of its providers, for each of its locations. */
export interface AskedQuestions {
  /** Their texts, in their order. */
  prompts: string[]
  /** Tokens, in the order they are asked in, and so are the countries. */
  providers: string[]
  locations: string[]
  /** How often each question is asked at most. */
  replicates: number
}

/** What each of these batches asks; null for one that the caller may not see. */
export async function readAskedQuestions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(AskedQuestions | null)[]> {
  authorize(ctx, 'analysis:read')
  const { rows } = await ctx.db.pool.query<AskedQuestions & { id: string }>({
    name: 'asked-questions',
    text: `SELECT b.id, ARRAY(SELECT p.text FROM batch_prompt p WHERE p.batch_id = b.id ORDER BY p.ordinal) AS prompts,
             ${inOrder('provider')} AS providers, ${inOrder('location')} AS locations,
             coalesce((SELECT max(r.replicate) FROM result r WHERE r.batch_id = b.id), 0) AS replicates
           FROM batch b WHERE ${VISIBLE} AND b.id = ANY($4::uuid[])`,
    values: [...visibleValues(ctx), input.ids.filter(isUuid)],
  })
  const found = new Map(rows.map(({ id, ...asked }) => [id, asked]))
  return input.ids.map((id) => found.get(id) ?? null)
}

/** The different values of a column, by the first result that has them. */
function inOrder(column: 'provider' | 'location'): string {
  return `ARRAY(SELECT r.${column} FROM result r WHERE r.batch_id = b.id GROUP BY r.${column} ORDER BY min(r.ordinal))`
}
