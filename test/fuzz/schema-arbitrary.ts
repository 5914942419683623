import fc from 'fast-check'

/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** Values that often break parsers: wrong types, extreme values and control characters. */
const HOSTILE = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1e308,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '%00',
    "'; --",
    '{}',
    '__proto__',
    'constructor',
    '𝕬🏳️‍🌈',
    'a'.repeat(6_000),
  ),
  fc.jsonValue(),
)

/**
 * Generates values for a schema: mostly valid ones, often from `knownValues` by field name, and sometimes hostile ones.
 */
export function arbitraryOf(
  schema: Schema,
  resolve: (reference: string) => Schema,
  knownValues: Record<string, readonly string[]>,
  name = '',
): fc.Arbitrary<unknown> {
  const hints = knownValues[name]
  const valid = validValue(schema, resolve, knownValues)
  const hinted = hints ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...hints) }, valid) : valid
  return fc.oneof({ weight: 12, arbitrary: hinted }, { weight: 1, arbitrary: HOSTILE })
}

function validValue(
  schema: Schema,
  resolve: (reference: string) => Schema,
  knownValues: Record<string, readonly string[]>,
): fc.Arbitrary<unknown> {
  if (schema.$ref) return validValue(resolve(schema.$ref), resolve, knownValues)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => validValue(choice, resolve, knownValues)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return text(schema)
    case 'number':
      return fc.double({ min: schema.minimum ?? -5, max: schema.maximum ?? 300, noNaN: true })
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 300, 1_000_000) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(validValue(schema.items ?? {}, resolve, knownValues), {
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'object':
      return object(schema, resolve, knownValues)
    default:
      return fc.jsonValue()
  }
}

function text({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'uri') return fc.webUrl()
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (pattern === '^[A-Z]{2}$') return fc.constantFrom('US', 'DE', 'GB', 'XX')
  return fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'grapheme' })
}

function object(
  { properties = {}, required = [] }: Schema,
  resolve: (reference: string) => Schema,
  knownValues: Record<string, readonly string[]>,
): fc.Arbitrary<object> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, arbitraryOf(inner, resolve, knownValues, name)]),
  )
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
}
