import { type OpenApi, resolve, type Schema } from './document.ts'

/** What follows a reference. */
export type Dereference = (schema: Schema) => Schema

/** Returns the function that replaces a reference by the schema it names. */
export function dereferenceIn({ components }: OpenApi): Dereference {
  return function dereference(schema: Schema): Schema {
    if (!schema.$ref) return schema
    const { $ref, ...beside } = schema
    return { ...dereference(resolve(components.schemas, $ref)), ...beside }
  }
}

/** The type of a value in words, such as `array of strings` or `integer or null`. */
export function typeOf(schema: Schema, dereference: Dereference): string {
  const { type, anyOf, items, format, additionalProperties } = dereference(schema)
  if (anyOf) return [...new Set(anyOf.map((one) => typeOf(one, dereference)))].join(' or ')
  const types = typeof type === 'string' ? [type] : (type ?? ['any'])
  return types
    .map((one) => {
      if (one === 'array' && items) return `array of ${pluralOf(typeOf(items, dereference))}`
      if (one === 'object' && typeof additionalProperties === 'object') {
        return `object with ${pluralOf(typeOf(additionalProperties, dereference))} by name`
      }
      return one === 'string' ? (FORMATS[format ?? ''] ?? one) : one
    })
    .join(' or ')
}

const FORMATS: Record<string, string> = {
  'date-time': 'time (ISO 8601)',
  date: 'date (ISO 8601)',
  uuid: 'UUID',
  uri: 'URL',
}

function pluralOf(type: string): string {
  return type
    .split(' or ')
    .map((one) => one.replace(/^(string|integer|number|boolean|object|UUID|URL)\b/, '$1s'))
    .join(' or ')
}

/** What a value must be beside its type, such as `at most 200 characters`. */
export function constraintsOf(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems, pattern } = schema
  return [
    ...range(
      minimum,
      maximum,
      (from) => `at least ${from}`,
      (to) => `at most ${to}`,
      '',
    ),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...range(
      minLength,
      maxLength,
      (from) => `at least ${from} characters`,
      (to) => `at most ${to} characters`,
      ' characters',
    ),
    ...range(
      minItems,
      maxItems,
      (from) => `at least ${from} items`,
      (to) => `at most ${to} items`,
      ' items',
    ),
    ...(pattern === undefined ? [] : [`matches ${pattern}`]),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
}

function range(
  from: number | undefined,
  to: number | undefined,
  atLeast: (from: string) => string,
  atMost: (to: string) => string,
  unit: string,
): string[] {
  // The generator writes the largest safe integer where there is no limit.
  const end = to === Number.MAX_SAFE_INTEGER ? undefined : to
  const [low, high] = [from?.toLocaleString('en'), end?.toLocaleString('en')]
  if (low !== undefined && high !== undefined) return [`${low} to ${high}${unit}`]
  if (low !== undefined) return [atLeast(low)]
  return high === undefined ? [] : [atMost(high)]
}
