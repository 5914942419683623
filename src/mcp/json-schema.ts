import { z } from 'zod'

/**
 * The JSON Schema (draft 2020-12) of the arguments or the result of a tool. Everything is written where it is used, without
 * `$ref`, which not every client resolves. Dates are what JSON makes of them: ISO 8601.
 */
export function jsonSchemaOf(
  schema: z.ZodObject,
  io: 'input' | 'output',
): { type: 'object'; [field: string]: unknown } {
  const made = z.toJSONSchema(schema, {
    io,
    metadata: withoutIds,
    unrepresentable: ({ zodSchema }) =>
      zodSchema instanceof z.ZodDate ? { type: 'string', format: 'date-time' } : 'any',
  })
  return { ...made, type: 'object' }
}

/** The descriptions of all schemas without their ids: a schema with an id would be referred to instead of repeated. */
class RegistryWithoutIds extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType) {
    const { id: _, 'x-enumDescriptions': __, ...described } = z.globalRegistry.get(schema) ?? {}
    return described
  }

  override has(schema: z.core.$ZodType): boolean {
    return z.globalRegistry.has(schema)
  }
}

const withoutIds = new RegistryWithoutIds()
