import { z } from 'zod'
import { canonicalKey, nameSchema } from '../text.ts'

/** Most tags of one prompt. */
export const MOST_TAGS = 50

const tagSchema = z
  .union([nameSchema, z.strictObject({ name: nameSchema })], 'must be a tag name or an object with a name')
  .transform((tag) => (typeof tag === 'string' ? tag : tag.name))

/** A list of tags, as names; of several spellings of one tag the first stays (contract §3 "Tag"). */
export const tagsSchema = z
  .array(tagSchema, 'must be a list of tags')
  .max(MOST_TAGS, `must hold at most ${MOST_TAGS} tags`)
  .transform(distinctTags)

/** The names without those that only spell an earlier one differently. */
export function distinctTags(names: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) {
    const key = canonicalKey(name)
    if (!byKey.has(key)) byKey.set(key, name)
  }
  return [...byKey.values()]
}
