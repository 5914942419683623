import { z } from 'zod'
import { fieldMetadata, isWrapper } from './field-metadata.ts'

type Convert = (value: unknown) => unknown

/**
 * Returns a function that converts records to JSON. The result has exactly the fields of the definition, in its order;
 * missing values are null. Dates stay `Date` objects, which JSON writes as ISO 8601.
 *
 * Create the function once per definition. For each record it copies the top level. It copies nested objects only if
 * fields may be missing (`addedLater`) or must be omitted (`selective`).
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
    .map(([name, schema]) => ({ name, convert: createConverter(schema) }))
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

/** Returns the function that converts a value, or null if values need no conversion. */
function createConverter(schema: z.core.$ZodType): Convert | null {
  if (isWrapper(schema)) return createConverter(schema.unwrap())
  if (schema instanceof z.ZodArray) {
    const item = createConverter(schema.element)
    return (
      item && ((value) => (value as unknown[]).map((element) => (element == null ? null : item(element))))
    )
  }
  if (!(schema instanceof z.ZodObject)) return null
  const isWhole = !fieldMetadata.get(schema)?.selective
  const fields = Object.values(schema.shape)
  if (
    isWhole &&
    fields.every((field) => !fieldMetadata.get(field)?.addedLater && createConverter(field) === null)
  )
    return null
  return serializer(schema) as Convert
}
