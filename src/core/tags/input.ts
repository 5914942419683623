import { z } from 'zod'
import { distinctNames, nameSchema } from '../foundation/text.ts'

/** Maximum number of tags per prompt. */
export const MAXIMUM_TAGS = 50

const tagSchema = z
  .union([nameSchema, z.strictObject({ name: nameSchema })], 'must be a tag name or an object with a name')
  .transform((tag) => (typeof tag === 'string' ? tag : tag.name))

/** A list of tag names. If a tag occurs in several spellings, only the first one remains. */
export const tagsSchema = z
  .array(tagSchema, 'must be a list of tags')
  .max(MAXIMUM_TAGS, `must contain at most ${MAXIMUM_TAGS} tags`)
  .transform((names) => distinctNames(names))
