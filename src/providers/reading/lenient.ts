import { z } from 'zod'

// Fields of answers whose form may change: a field of another type is as one that is missing, because an answer that was paid
// for is worth more than any field of it. Most fields are missing in most answers: a default costs less than a caught error.

/** A text; null for anything else. */
export const text = z.string().nullable().default(null).catch(null)

/** A finite number, also one that is written as a text; null for anything else. */
export const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,15}(\.\d{1,15})?$/)
      .transform(Number),
  ])
  .nullable()
  .default(null)
  .catch(null)

/** True or false; null for anything else. */
export const flag = z.boolean().nullable().default(null).catch(null)

const elementsOf = z.array(z.unknown()).catch([])

/** A list without the elements that are not as described; empty for anything that is no list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return elementsOf.transform((elements) =>
    elements.flatMap((element) => {
      const parsed = item.safeParse(element)
      return parsed.success ? [parsed.data] : []
    }),
  )
}

/** A list whose places are referred to: an element that is not as described is null. Empty for anything that is no list. */
export function placesOf<Item extends z.ZodType>(item: Item) {
  return elementsOf.transform((elements) =>
    elements.map((element) => {
      const parsed = item.safeParse(element)
      return parsed.success ? parsed.data : null
    }),
  )
}

/** A list whose only element may stand on its own. */
export const oneOrMore = z.union([z.array(z.unknown()).min(1), z.looseObject({}).transform((only) => [only])])

/** An object with unknown fields; null for anything else. */
export function objectOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape).nullable().default(null).catch(null)
}

/** The sum of those counts that are known; null where none is. */
export function sumOfKnown(...counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null)
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0)
}
