import type { NameContext } from './name-context.ts'
import { fieldOf } from './word-fields.ts'

const FAR = 12
const MOST = 3.5

/**
 * What the words around speak of: companies and products for the brand; the field of the name's own ordinary meaning
 * against it and, where `others` is set, any other field a little. Nearer words count more; the brand's side is capped
 * at `most`.
 */
export function subjectScore(
  { before, after, field, written }: NameContext,
  { others, most = MOST }: { others: boolean; most?: number },
): number {
  let brand = 0
  let ordinary = 0
  const own = written.toLowerCase()
  for (const side of [before, after]) {
    for (let index = 0; index < side.length; index += 1) {
      const word = side[index] ?? ''
      const meaning = word.length > 1 && word !== own ? fieldOf(word) : undefined
      if (!meaning) continue
      const near = index < FAR ? 1 : 0.6
      if (meaning.company) brand += near
      else if (meaning.trade) brand += (meaning.field === null ? 0.7 : 0.3) * near
      else if (meaning.field === field) ordinary += near
      else if (others) ordinary += 0.35 * near
    }
  }
  return Math.min(brand, most) - Math.min(ordinary, MOST)
}
