import { z } from 'zod'

/**
 * Returns the JSON Schema (draft 2020-12, the default of MCP) of a tool's arguments or result. Argument definitions
 * are complete, because models write them. Results are only outlined, because models read them as they
 * are. Dates are ISO 8601 strings.
 */
export function jsonSchemaOf(
  schema: z.ZodObject,
  io: 'input' | 'output',
): { type: 'object'; [field: string]: unknown } {
  // Omit `$schema`: validators for an older draft reject a draft that they do not support.
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    metadata,
    unrepresentable: ({ zodSchema }) =>
      zodSchema instanceof z.ZodDate ? { type: 'string', format: 'date-time' } : 'any',
  })
  const { required } = made
  const shortened = shorten(made, { io, depth: 0, isRow: false })
  return { ...shortened, type: 'object', ...(io === 'input' && required && { required }) }
}

interface Walk {
  io: 'input' | 'output'
  /** Number of objects around the schema. */
  depth: number
  /** Whether the schema describes the rows of a list. */
  isRow: boolean
}

/** Removes redundant keywords and descriptions. This halves the size of the tool list. */
function shorten(schema: JsonSchema, walk: Walk): JsonSchema {
  const { anyOf, properties, items, ...rest } = nullableAsType(schema)
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum
  if (rest.minimum === Number.MIN_SAFE_INTEGER) delete rest.minimum
  if (rest.format) delete rest.pattern
  if (walk.io === 'output') {
    // Results may get more fields later, and clients with an older schema must accept them.
    delete rest.additionalProperties
    // Models see values, not schemas: they need neither limits nor formats nor the values of enumerations.
    for (const keyword of [
      'required',
      'enum',
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
    ...(properties && isShown(walk) && { properties: fieldsOf(properties, walk) }),
    ...(typeof items === 'object' &&
      !Array.isArray(items) && {
        items: shorten(items as JsonSchema, { ...walk, isRow: true }),
      }),
  }
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Shortens the fields of an object. In results, only fields at the top level keep a description, a short one. */
function fieldsOf(properties: Record<string, unknown>, walk: Walk): Record<string, JsonSchema> {
  const depth = walk.depth + 1
  const fields = Object.entries(properties).map(([name, property]) => {
    const field = shorten(property as JsonSchema, { ...walk, depth, isRow: false })
    if (walk.io === 'output') {
      if (depth > 1) delete field.description
      else if (field.description) field.description = inShort(field.description)
    }
    return [name, field]
  })
  return Object.fromEntries(fields)
}

/** Returns the first clause or sentence of a description. The REST documentation has the full text. */
function inShort(description: string): string {
  const [start = description] = description.split(/[;:] |(?<=\.) /)
  return start.endsWith('.') ? start : `${start}.`
}

/** Whether the fields of an object are listed: in results, the top level and the rows of its lists. */
function isShown({ io, depth, isRow }: Walk): boolean {
  return io === 'input' || depth === 0 || (depth === 1 && isRow)
}

/** Turns a union of a simple type and null into a list of two types. */
function nullableAsType(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  const [value, none, ...more] = anyOf ?? []
  if (!value?.type || none?.type !== 'null' || more.length > 0) return { ...schema }
  // The types of Zod allow only one type here, JSON Schema allows several.
  const type = [value.type, 'null'] as unknown as 'null'
  return { ...value, ...rest, type, ...(value.enum && { enum: [...value.enum, null] }) }
}

/** Schema metadata without OpenAPI extensions, and without ids, which would turn shared schemas into references. */
class Metadata extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType) {
    const { id: _, 'x-enumDescriptions': __, ...described } = z.globalRegistry.get(schema) ?? {}
    return described
  }

  override has(schema: z.core.$ZodType): boolean {
    return z.globalRegistry.has(schema)
  }
}

const metadata = new Metadata()
