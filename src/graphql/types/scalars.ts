import { GraphQLError } from 'graphql'
import { builder } from '../builder.ts'

builder.scalarType('DateTime', {
  description: 'A moment in ISO 8601, UTC, such as `2026-11-21T03:00:00.000Z`.',
  serialize: (date) => date.toISOString(),
  parseValue: (value) => {
    const moment = typeof value === 'string' && ISO_8601.test(value) ? new Date(value) : null
    if (moment && !Number.isNaN(moment.getTime())) return moment
    throw new GraphQLError('DateTime must be a moment in ISO 8601, such as 2026-11-21T03:00:00Z.')
  },
})

const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

builder.scalarType('CountryCode', {
  description: 'A country: two capital letters of ISO 3166-1 alpha-2, such as `US`.',
  serialize: (code) => code,
  parseValue: (value) => {
    if (typeof value === 'string' && /^[A-Z]{2}$/.test(value)) return value
    throw new GraphQLError('CountryCode must be two capital letters of ISO 3166-1 alpha-2, such as US.')
  },
})

builder.scalarType('URL', {
  description: 'An absolute address, such as `https://example.com/pricing`.',
  serialize: (address) => address,
  parseValue: (value) => {
    if (typeof value === 'string' && URL.canParse(value)) return value
    throw new GraphQLError('URL must be an absolute address, such as https://example.com.')
  },
})
