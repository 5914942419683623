import type { Ctx } from '../context.ts'
import { canonicalKey } from '../text.ts'

interface Row {
  batchId: string
  ordinal: number
  text: string
  /** As they were when it was asked. */
  tags: string[]
  /** As they are now. */
  currentTags: string[]
}

/** Which prompts of a batch are meant. */
interface WantedPrompts {
  prompt?: string | undefined
  promptId?: string | undefined
  tag?: string | undefined
}

/**
 * The prompts of batches with exactly this text, this id and this tag, by batch and ordinal; null when none is asked. A prompt
 * has the tags it was asked with and those it has now: a tag given later finds older results too, and one that was taken away
 * still finds those it once described. The batches must have been read for the caller before: this checks no tenant.
 */
export async function findPromptOrdinals(
  ctx: Ctx,
  batchIds: readonly string[],
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
