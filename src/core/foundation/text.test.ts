import { expect, it } from 'vitest'
import { nameSchema, textSchema } from './text.ts'

const REVERSED = 'Globex \u202e% 24'

it('rejects characters that change the text direction in names, but not in texts', () => {
  expect(nameSchema.safeParse(REVERSED).error?.issues[0]?.message).toMatch(/direction of text/)
  expect(nameSchema.safeParse('\u2067Globex\u2069').success).toBe(false)
  expect(textSchema(100).parse(REVERSED)).toBe(REVERSED)
})

it('accepts names in any script, with the joiners and marks that the script needs', () => {
  for (const name of ['شركة‌ها', 'דוגמה\u200f', 'क्‍ष', '東京']) expect(nameSchema.parse(name)).toBe(name)
})
