import { z } from 'zod'

// Schemas for fields that vendors may change. A field with an unexpected type counts as missing, because a paid
// answer is worth more than any single field. Fields have defaults because most are missing in most answers, and a
// default is cheaper than a caught error.

/** A string; null for anything else. */
export const text = z.string().nullable().default(null).catch(null)

/** A finite number, which may be written as a string; null for anything else. */
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

/** A boolean; null for anything else. */
export const flag = z.boolean().nullable().default(null).catch(null)

const elementsOf = z.array(z.unknown()).catch([])

/** A list without its invalid elements; empty for anything but a list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return elementsOf.transform((elements) =>
    elements.flatMap((element) => {
      const parsed = item.safeParse(element)
      return parsed.success ? [parsed.data] : []
    }),
  )
}

/** A list with null in place of invalid elements, so that indices stay valid. Empty for anything but a list. */
export function placesOf<Item extends z.ZodType>(item: Item) {
  return elementsOf.transform((elements) =>
    elements.map((element) => {
      const parsed = item.safeParse(element)
      return parsed.success ? parsed.data : null
    }),
  )
}

/** A non-empty list, or a single element without a list around it. */
export const oneOrMore = z.union([z.array(z.unknown()).min(1), z.looseObject({}).transform((only) => [only])])

/** An object that may have further fields; null for anything else. */
export function objectOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape).nullable().default(null).catch(null)
}

/** Returns the sum of the counts that are not null, or null if all are null. */
export function sumOfKnown(...counts: readonly (number | null)[]): number | null {
  const reported = counts.filter((count) => count !== null)
  return reported.length === 0 ? null : reported.reduce((sum, count) => sum + count, 0)
}
