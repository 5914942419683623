import { expect, it } from 'vitest'
import { nameSchema, textSchema } from './text.ts'

const TURNED = 'Globex \u202e% 24'

it('a name cannot turn the direction of the figures beside it; a text may', () => {
  expect(nameSchema.safeParse(TURNED).error?.issues[0]?.message).toMatch(/direction of text/)
  expect(nameSchema.safeParse('\u2067Globex\u2069').success).toBe(false)
  expect(textSchema(100).parse(TURNED)).toBe(TURNED)
})

it('a name may be of any script, with the marks that its spelling needs', () => {
  for (const name of ['شركة‌ها', 'דוגמה\u200f', 'क्‍ष', '東京']) expect(nameSchema.parse(name)).toBe(name)
})
