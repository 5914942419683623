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
    unrepresentable: ({ zodSchema }) =>
      zodSchema instanceof z.ZodDate ? { type: 'string', format: 'date-time' } : 'any',
  })
  const { required } = made
  const shortened = shorten(made, { io, said: new Set(), depth: 0 })
  return { ...shortened, type: 'object', ...(required && { required }) }
}

interface Walk {
  io: 'input' | 'output'
  /** Which fields have been described, and how. */
  said: Set<string>
  /** Of objects around it. */
  depth: number
}

/** Leaves out what a reader knows already, which is half of it, since the tools of a server are listed together. */
function shorten(schema: JsonSchema, walk: Walk): JsonSchema {
  const { anyOf, properties, items, $defs, ...rest } = nullableAsType(schema)
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum
  if (rest.minimum === Number.MIN_SAFE_INTEGER) delete rest.minimum
  if (rest.format) delete rest.pattern
  if (walk.io === 'output') {
    // Results may get further fields: clients that know an older schema must not refuse them.
    delete rest.additionalProperties
    // Below the top every field is always there, and no count is negative. How an id or a date is written matters to nobody who gets one.
    for (const keyword of [
      'required',
      'minimum',
      'maximum',
      'exclusiveMinimum',
      'pattern',
      'format',
    ] as const)
      delete rest[keyword]
  }
  return {
    ...rest,
    ...(anyOf && { anyOf: anyOf.map((one) => shorten(one, walk)) }),
    ...(properties && { properties: fieldsOf(properties, walk) }),
    ...(typeof items === 'object' && !Array.isArray(items) && { items: shorten(items as JsonSchema, walk) }),
    ...($defs && {
      $defs: Object.fromEntries(
        Object.entries($defs).map(([id, one]) => [id, definitionOf(one, { ...walk, depth: 1 })]),
      ),
    }),
  }
}

/** What several fields refer to. One that says what it is as a whole has fields that explain themselves. */
function definitionOf(schema: JsonSchema, walk: Walk): JsonSchema {
  const definition = shorten(schema, walk)
  const { properties, description } = definition
  if (description === undefined || properties === undefined) return definition
  const fields = Object.entries(properties as Record<string, JsonSchema>)
  return {
    ...definition,
    properties: Object.fromEntries(fields.map(([name, { description: _, ...field }]) => [name, field])),
  }
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** The fields of an object; one that has been described in the same words before is not described again. */
function fieldsOf(properties: Record<string, unknown>, walk: Walk): Record<string, JsonSchema> {
  const depth = walk.depth + 1
  const fields = Object.entries(properties).map(([name, given]) => {
    const field = shorten(given as JsonSchema, { ...walk, depth })
    if (walk.io === 'output' && field.description) field.description = inShort(field.description, depth)
    const words = `${name}: ${field.description}`
    if (walk.io === 'output' && walk.said.has(words)) delete field.description
    walk.said.add(words)
    return [name, field]
  })
  return Object.fromEntries(fields)
}

/**
 * A description of a field of results: below the top its first sentence, and of that what is before a semicolon, where it says when
 * it is null. The descriptions of REST have the rest.
 */
function inShort(description: string, depth: number): string {
  if (depth === 1) return description
  const [start = description] = description.split(/; |(?<=\.) /)
  return start.endsWith('.') ? start : `${start}.`
}

/** A union of a simple type with null, as a list of two types. */
function nullableAsType(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  const [value, none, ...more] = anyOf ?? []
  if (!value?.type || none?.type !== 'null' || more.length > 0) return { ...schema }
  // The types of zod know one type only, JSON Schema several.
  const type = [value.type, 'null'] as unknown as 'null'
  return { ...value, ...rest, type, ...(value.enum && { enum: [...value.enum, null] }) }
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
