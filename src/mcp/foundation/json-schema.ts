import { z } from 'zod'

/**
 * Returns the JSON Schema (draft 2020-12, the default of MCP) of a tool's arguments or result. Argument definitions
 * are inlined, because clients pass them to models unchanged. In results, definitions with an id are written once,
 * under `$defs`. Dates are ISO 8601 strings.
 */
export function jsonSchemaOf(
  schema: z.ZodObject,
  io: 'input' | 'output',
): { type: 'object'; [field: string]: unknown } {
  // Omit `$schema`: validators for an older draft reject a draft that they do not support.
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    metadata: io === 'input' ? inputMetadata : outputMetadata,
    unrepresentable: ({ zodSchema }) =>
      zodSchema instanceof z.ZodDate ? { type: 'string', format: 'date-time' } : 'any',
  })
  const { required } = made
  const shortened = shorten(made, { io, seen: new Set(), depth: 0 })
  return { ...shortened, type: 'object', ...(required && { required }) }
}

interface Walk {
  io: 'input' | 'output'
  /** Names and descriptions of the fields seen so far. */
  seen: Set<string>
  /** Number of objects around the schema. */
  depth: number
}

/** Removes redundant keywords and descriptions. This halves the size of the tool list. */
function shorten(schema: JsonSchema, walk: Walk): JsonSchema {
  const { anyOf, properties, items, $defs, ...rest } = nullableAsType(schema)
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum
  if (rest.minimum === Number.MIN_SAFE_INTEGER) delete rest.minimum
  if (rest.format) delete rest.pattern
  if (walk.io === 'output') {
    // Results may get more fields later, and clients with an older schema must accept them.
    delete rest.additionalProperties
    // Below the top level all fields are always present, and counts are never negative. Clients do not need the
    // format of ids and dates that they receive.
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
    ...(anyOf && { anyOf: anyOf.map((member) => shorten(member, walk)) }),
    ...(properties && { properties: fieldsOf(properties, walk) }),
    ...(typeof items === 'object' && !Array.isArray(items) && { items: shorten(items as JsonSchema, walk) }),
    ...($defs && {
      $defs: Object.fromEntries(
        Object.entries($defs).map(([id, definition]) => [
          id,
          definitionOf(definition, { ...walk, depth: 1 }),
        ]),
      ),
    }),
  }
}

/** Shortens a shared definition. If the definition has a description, the descriptions of its fields are dropped. */
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

/**
 * Shortens the fields of an object. In results, a field with the same name and description as an earlier field loses
 * its description.
 */
function fieldsOf(properties: Record<string, unknown>, walk: Walk): Record<string, JsonSchema> {
  const depth = walk.depth + 1
  const fields = Object.entries(properties).map(([name, property]) => {
    const field = shorten(property as JsonSchema, { ...walk, depth })
    if (walk.io === 'output' && field.description) {
      if (depth > MAX_DESCRIBED_DEPTH) delete field.description
      else field.description = inShort(field.description, depth)
    }
    const labeled = `${name}: ${field.description}`
    if (walk.io === 'output' && walk.seen.has(labeled)) delete field.description
    walk.seen.add(labeled)
    return [name, field]
  })
  return Object.fromEntries(fields)
}

/**
 * Returns the short description of a result field: at the top level the whole description, below that only the first
 * clause or sentence. The REST documentation has the full text.
 */
function inShort(description: string, depth: number): string {
  if (depth === 1) return description
  const [start = description] = description.split(/[;:] |(?<=\.) /)
  return start.endsWith('.') ? start : `${start}.`
}

/**
 * Fields of objects in the rows of a list have no description, for example `results[].brand.denied`. The tool that
 * reads a single row describes them.
 */
const MAX_DESCRIBED_DEPTH = 2

/** Turns a union of a simple type and null into a list of two types. */
function nullableAsType(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  const [value, none, ...more] = anyOf ?? []
  if (!value?.type || none?.type !== 'null' || more.length > 0) return { ...schema }
  // The types of Zod allow only one type here, JSON Schema allows several.
  const type = [value.type, 'null'] as unknown as 'null'
  return { ...value, ...rest, type, ...(value.enum && { enum: [...value.enum, null] }) }
}

/** Schema metadata without OpenAPI extensions. Ids are kept if schemas with an id should become references. */
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
