import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'
import { VISIBLE, visibleValues } from './read.ts'

/** Questions of a batch: prompts × providers × locations, and how often each is asked. */
export interface BatchQuestions {
  /** Prompt texts, in the order of the batch. */
  prompts: string[]
  /** Provider tokens, in the order they are asked. */
  providers: string[]
  /** Countries, in the order they are asked. */
  locations: string[]
  /** Highest replicate number of any question. */
  replicates: number
}

/** Returns the questions of each batch; null for a batch that the caller may not see. */
export async function listBatchQuestions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(BatchQuestions | null)[]> {
  authorize(ctx, 'analysis:read')
  const { rows } = await ctx.db.pool.query<BatchQuestions & { id: string }>({
    name: 'asked-questions',
    text: `SELECT b.id, ARRAY(SELECT p.text FROM batch_prompt p WHERE p.batch_id = b.id ORDER BY p.ordinal) AS prompts,
             ${inOrder('provider')} AS providers, ${inOrder('location')} AS locations,
             coalesce((SELECT max(r.replicate) FROM result r WHERE r.batch_id = b.id), 0) AS replicates
           FROM batch b WHERE ${VISIBLE} AND b.id = ANY($4::uuid[])`,
    values: [...visibleValues(ctx), input.ids.filter(isUuid)],
  })
  const questionsById = new Map(rows.map(({ id, ...questions }) => [id, questions]))
  return input.ids.map((id) => questionsById.get(id) ?? null)
}

/** Returns SQL for the distinct values of a column, ordered by their first occurrence in the results. */
function inOrder(column: 'provider' | 'location'): string {
  return `ARRAY(SELECT r.${column} FROM result r WHERE r.batch_id = b.id GROUP BY r.${column} ORDER BY min(r.ordinal))`
}
