import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { loggedError } from './logger.ts'

describe('a logged error', () => {
  it('has the name, message, code, frames and causes', () => {
    const error = new Error('not stored', { cause: Object.assign(new TypeError('closed'), { code: 'E1' }) })
    expect(loggedError(error)).toEqual({
      type: 'Error',
      message: 'not stored',
      stack: expect.stringMatching(/^ +at /),
      cause: { type: 'TypeError', message: 'closed', code: 'E1', stack: expect.any(String) },
    })
  })

  it('does not contain values quoted by PostgreSQL or text that could not be parsed', () => {
    const database = Object.assign(new pg.DatabaseError('invalid input syntax', 1, 'error'), {
      detail: 'Token "Acme is best" is invalid.',
      where: 'JSON data, line 1: Acme is best',
    })
    let syntax: unknown
    try {
      JSON.parse('Acme is best')
    } catch (error) {
      syntax = error
    }
    for (const cause of [database, syntax]) {
      expect(JSON.stringify(loggedError(new Error('failed', { cause })))).not.toContain('Acme')
    }
  })
})
