import { GraphQLError, type ValueNode, valueFromASTUntyped } from 'graphql'
import { builder } from '../foundation/builder.ts'

builder.scalarType('DateTime', {
  description: 'A date and time in UTC, such as `2026-11-21T03:00:00.000Z`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (date) => date.toISOString(),
  ...parsing('DateTime must be an RFC 3339 date and time, such as 2026-11-21T03:00:00Z.', (value) => {
    const moment = typeof value === 'string' && RFC_3339.test(value) ? new Date(value) : null
    return moment && !Number.isNaN(moment.getTime()) ? moment : null
  }),
})

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/

builder.scalarType('CountryCode', {
  description: 'A country as an upper-case ISO 3166-1 alpha-2 code, such as `US`.',
  specifiedByURL: 'https://www.iso.org/iso-3166-country-codes.html',
  serialize: (code) => code,
  ...parsing('CountryCode must be an upper-case ISO 3166-1 alpha-2 code, such as US.', (value) =>
    typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? value : null,
  ),
})

// Checks only the form. The operation that uses the location checks its parts, so that its error can name the field.
builder.scalarType('Location', {
  description:
    'Where a question is asked from: a country (`CH`), optionally with a language (`fr-CH`) and a city (`fr-CH/Geneva`).',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc5646',
  serialize: (location) => location,
  ...parsing('Location must be a string such as CH, fr-CH or fr-CH/Geneva.', (value) =>
    typeof value === 'string' && LOCATION_SHAPE.test(value) ? value : null,
  ),
})

const LOCATION_SHAPE = /^([a-z]{2,3}-([A-Z][a-z]{3}-)?)?[A-Z]{2}(\/.+)?$/

// Accepts any text. The operation that uses the URL validates it, so that its error can name the field.
builder.scalarType('URL', {
  description:
    'An absolute URL, such as `https://example.com/pricing`. Inputs reject any other text and name the field in `fieldErrors`.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  serialize: (address) => address,
  ...parsing('URL must be a string with an absolute URL, such as https://example.com.', (value) =>
    typeof value === 'string' ? value : null,
  ),
})

/**
 * Returns functions that parse values in variables and in documents. The error about a value in a document refers to
 * its node, which gives it a location.
 */
function parsing<Value>(message: string, parse: (value: unknown) => Value | null) {
  const required = (value: unknown, node?: ValueNode): Value => {
    const parsed = parse(value)
    if (parsed === null) throw new GraphQLError(message, { nodes: node })
    return parsed
  }
  return {
    parseValue: (value: unknown) => required(value),
    parseLiteral: (node: ValueNode) => required(valueFromASTUntyped(node), node),
  }
}
