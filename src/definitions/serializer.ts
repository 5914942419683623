import { z } from 'zod'
import { facts, isWrapper } from './facts.ts'

type Convert = (value: unknown) => unknown

/**
 * Makes the function that converts records to JSON by a definition: the fields of the definition, in its order, and no
 * others; fields that an older observation lacks are null. Made once; a record costs a copy of its top level, and of
 * what is below only where something may be missing or is not to be shown (`selective`). Dates stay dates, which JSON writes as ISO 8601.
 */
export function serializer<
  Definition extends z.ZodObject,
  Omitted extends keyof z.output<Definition> = never,
>(
  definition: Definition,
  { omit = [] }: { omit?: readonly Omitted[] } = {},
): (record: Omit<z.output<Definition>, Omitted>) => Record<string, unknown> {
  const omitted = new Set<string>(omit.map(String))
  const fields = Object.entries(definition.shape)
    .filter(([name]) => !omitted.has(name))
    .map(([name, schema]) => ({ name, convert: converterOf(schema) }))
  return (record) => {
    const source: Readonly<Record<string, unknown>> = record
    const shown: Record<string, unknown> = {}
    for (const { name, convert } of fields) {
      const value = source[name] ?? null
      shown[name] = convert === null || value === null ? value : convert(value)
    }
    return shown
  }
}

/** The conversion of a value; null where none is needed. */
function converterOf(schema: z.core.$ZodType): Convert | null {
  if (isWrapper(schema)) return converterOf(schema.unwrap())
  if (schema instanceof z.ZodArray) {
    const item = converterOf(schema.element)
    return item && ((value) => (value as unknown[]).map((one) => (one == null ? null : item(one))))
  }
  if (!(schema instanceof z.ZodObject)) return null
  const isWhole = !facts.get(schema)?.selective
  const fields = Object.values(schema.shape)
  if (isWhole && fields.every((field) => !facts.get(field)?.addedLater && converterOf(field) === null))
    return null
  return serializer(schema) as Convert
}
