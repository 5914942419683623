import { z } from 'zod'
import { distinctNames, nameSchema } from '../text.ts'

/** Maximum number of tags of one prompt. */
export const MAXIMUM_TAGS = 50

const tagSchema = z
  .union([nameSchema, z.strictObject({ name: nameSchema })], 'must be a tag name or an object with a name')
  .transform((tag) => (typeof tag === 'string' ? tag : tag.name))

/** A list of tags, as names; of several spellings of one tag only the first remains. */
export const tagsSchema = z
  .array(tagSchema, 'must be a list of tags')
  .max(MAXIMUM_TAGS, `must hold at most ${MAXIMUM_TAGS} tags`)
  .transform((names) => distinctNames(names))
