import { GraphQLError, type ValueNode, valueFromASTUntyped } from 'graphql'
import { builder } from '../builder.ts'

builder.scalarType('DateTime', {
  description: 'A date and time in UTC, such as `2026-11-21T03:00:00.000Z`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (date) => date.toISOString(),
  ...parsing('DateTime must be a moment as RFC 3339 writes it, such as 2026-11-21T03:00:00Z.', (value) => {
    const moment = typeof value === 'string' && RFC_3339.test(value) ? new Date(value) : null
    return moment && !Number.isNaN(moment.getTime()) ? moment : null
  }),
})

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/

builder.scalarType('CountryCode', {
  description: 'A country: two capital letters of ISO 3166-1 alpha-2, such as `US`.',
  specifiedByURL: 'https://www.iso.org/iso-3166-country-codes.html',
  serialize: (code) => code,
  ...parsing('CountryCode must be two capital letters of ISO 3166-1 alpha-2, such as US.', (value) =>
    typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? value : null,
  ),
})

// Accepts any text: the operation that takes the address checks it, and names the field in its error.
builder.scalarType('URL', {
  description:
    'An absolute address, such as `https://example.com/pricing`. Any other text in an input is refused with the name of its field in `fieldErrors`.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  serialize: (address) => address,
  ...parsing('URL must be a text: an absolute address, such as https://example.com.', (value) =>
    typeof value === 'string' ? value : null,
  ),
})

/** Parses values of variables and of documents alike; the error about the latter names the value, so that its place is known. */
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
