import { z } from 'zod'

/**
 * The JSON Schema (draft 2020-12, the default of MCP) of the arguments or the result of a tool. Arguments are written where they
 * are used, because models are shown them; in results, definitions that have an id are written once, below `$defs`. Dates are
 * what JSON makes of them: ISO 8601.
 */
export function jsonSchemaOf(
  schema: z.ZodObject,
  io: 'input' | 'output',
): { type: 'object'; [field: string]: unknown } {
  // Without `$schema`: clients whose validator is for an older draft refuse a draft that it does not know.
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    metadata: io === 'input' ? inputMetadata : outputMetadata,
    // Results may get further fields: clients that know an older schema must not refuse them.
    override: ({ jsonSchema }) => {
      if (io === 'output') delete jsonSchema.additionalProperties
    },
    unrepresentable: ({ zodSchema }) =>
      zodSchema instanceof z.ZodDate ? { type: 'string', format: 'date-time' } : 'any',
  })
  return { ...made, type: 'object' }
}

/** What is said of schemas, without what is meant for OpenAPI; a schema with an id is referred to instead of repeated. */
class Metadata extends z.core.$ZodRegistry<Record<string, unknown>> {
  readonly #withIds: boolean

  constructor({ ids }: { ids: boolean }) {
    super()
    this.#withIds = ids
  }

  override get(schema: z.core.$ZodType) {
    const { id, 'x-enumDescriptions': _, ...described } = z.globalRegistry.get(schema) ?? {}
    return this.#withIds && id !== undefined ? { id, ...described } : described
  }

  override has(schema: z.core.$ZodType): boolean {
    return z.globalRegistry.has(schema)
  }
}

const inputMetadata = new Metadata({ ids: false })
const outputMetadata = new Metadata({ ids: true })
