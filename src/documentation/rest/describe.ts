import type { Schema } from './document.ts'

/** Describes the type of a value, for example as `array of strings` or `integer or null`. */
export function describeType({ type, anyOf, oneOf, items, format, additionalProperties }: Schema): string {
  const alternatives = anyOf ?? oneOf
  if (alternatives) return [...new Set(alternatives.map(describeType))].join(' or ')
  const types = typeof type === 'string' ? [type] : (type ?? ['any'])
  return types
    .map((name) => {
      if (name === 'array' && items) return `array of ${pluralize(describeType(items))}`
      if (name === 'object' && typeof additionalProperties === 'object') {
        return `object with ${pluralize(describeType(additionalProperties))} by name`
      }
      return name === 'string' ? (FORMATS[format ?? ''] ?? name) : name
    })
    .join(' or ')
}

const FORMATS: Record<string, string> = {
  'date-time': 'time (ISO 8601)',
  date: 'date (ISO 8601)',
  uuid: 'UUID',
  uri: 'URL',
}

function pluralize(type: string): string {
  return type
    .split(' or ')
    .map((name) => name.replace(/^(string|integer|number|boolean|object|UUID|URL)\b/, '$1s'))
    .join(' or ')
}

/** Lists the constraints of a value in addition to its type, such as `at most 200 characters`. */
export function listConstraints(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems, pattern } = schema
  return [
    describeRange(minimum, maximum),
    exclusiveMinimum === undefined ? null : `more than ${exclusiveMinimum}`,
    describeRange(minLength, maxLength, ' characters'),
    describeRange(minItems, maxItems, ' items'),
    pattern === undefined ? null : `matches ${pattern}`,
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
  ].filter((constraint) => constraint !== null)
}

function describeRange(minimum: number | undefined, maximum: number | undefined, unit = ''): string | null {
  // The generator writes the largest safe integer if there is no limit.
  const limit = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  const [low, high] = [minimum?.toLocaleString('en'), limit?.toLocaleString('en')]
  if (low !== undefined && high !== undefined) return `${low} to ${high}${unit}`
  if (low !== undefined) return `at least ${low}${unit}`
  return high === undefined ? null : `at most ${high}${unit}`
}
