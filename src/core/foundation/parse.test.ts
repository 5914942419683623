import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from './errors.ts'
import { parse } from './parse.ts'

const schema = z.strictObject({
  name: z.string('must be a text'),
  strength: z.enum(['low', 'high'], 'must be low or high'),
  entries: z.array(
    z.union(
      [z.string(), z.strictObject({ id: z.int('must be a whole number') })],
      'must be a name or an object',
    ),
    'must be a list',
  ),
})

function problems(input: unknown) {
  try {
    parse(schema, input)
    return null
  } catch (error) {
    return error instanceof AppError ? error.fieldErrors : error
  }
}

describe('parse', () => {
  it('reports missing fields as required and explains the expected type of wrong fields', () => {
    expect(problems({})).toEqual({ name: 'is required', strength: 'is required', entries: 'is required' })
    expect(problems({ name: 1, strength: null, entries: [{}, { id: 'x' }, 7] })).toEqual({
      name: 'must be a text',
      strength: 'must be low or high',
      'entries.0.id': 'is required',
      'entries.1.id': 'must be a whole number',
      'entries.2': 'must be a name or an object',
    })
  })

  it('reports unknown fields', () => {
    expect(problems({ name: 'a', strength: 'low', entries: [], more: 1 })).toEqual({
      more: 'is not a known field; remove it',
    })
  })
})
