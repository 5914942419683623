import { WriteStream } from 'node:tty'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hasColors, loggedError } from './logger.ts'

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

describe('the log for people', () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    ['has colors on a terminal', {}, true],
    ['has no colors if NO_COLOR is set', { NO_COLOR: '1' }, false],
    ['has no colors on a terminal without them', { TERM: 'dumb' }, false],
  ])('%s', (_, environment, expected) => {
    const variables = { TERM: 'xterm-256color', CI: undefined, FORCE_COLOR: undefined, NO_COLOR: undefined }
    for (const [name, value] of Object.entries({ ...variables, ...environment })) vi.stubEnv(name, value)
    const terminal: WriteStream = Object.assign(Object.create(WriteStream.prototype), { isTTY: true })
    expect(hasColors(terminal)).toBe(expected)
    expect(hasColors(Object.assign(terminal, { isTTY: false }))).toBe(false)
  })
})
