import { builder } from '../builder.ts'

builder.scalarType('DateTime', {
  description: 'A moment in ISO 8601, UTC, such as `2026-11-21T03:00:00.000Z`.',
  serialize: (date) => date.toISOString(),
})
