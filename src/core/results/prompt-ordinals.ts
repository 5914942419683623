import type { VisibleBatchId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { canonicalKey } from '../foundation/text.ts'

interface Row {
  batchId: string
  ordinal: number
  text: string
  /** Tags of the prompt when it was asked. */
  tags: string[]
  /** Current tags of the prompt. */
  currentTags: string[]
}

/** Conditions on the prompts of a batch. */
interface WantedPrompts {
  prompt?: string | undefined
  promptId?: string | undefined
  tag?: string | undefined
}

/**
 * Returns the prompts of batches with exactly this text, id and tag, by batch and ordinal. Returns null if no condition
 * is given. A tag matches if the prompt had it when it was asked, or has it now. This way a tag that was added later
 * also finds older results, and a removed tag still finds the results it once described.
 */
export async function findPromptOrdinals(
  ctx: Ctx,
  batchIds: readonly VisibleBatchId[],
  { prompt, promptId, tag }: WantedPrompts,
): Promise<{ batchId: string; ordinal: number }[] | null> {
  if (prompt === undefined && promptId === undefined && tag === undefined) return null
  const { rows } = await ctx.db.pool.query<Row>({
    name: 'prompt-ordinals',
    text: `SELECT p.batch_id AS "batchId", p.ordinal, p.text, p.tags, ARRAY(
             SELECT t.name FROM prompt_tag l JOIN tag t ON t.id = l.tag_id WHERE l.prompt_id = p.prompt_id
           ) AS "currentTags"
           FROM batch_prompt p WHERE p.batch_id = ANY($1::uuid[]) AND ($2::text IS NULL OR p.text = $2)
             AND ($3::uuid IS NULL OR p.prompt_id = $3) ORDER BY p.ordinal`,
    values: [batchIds, prompt ?? null, promptId ?? null],
  })
  const key = tag === undefined ? null : canonicalKey(tag)
  const hasTag = ({ tags, currentTags }: Row) =>
    key === null || [...tags, ...currentTags].some((name) => canonicalKey(name) === key)
  return rows.filter(hasTag)
}
