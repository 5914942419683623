import { afterEach, expect, it, vi } from 'vitest'
import { printFailure } from './output.ts'

afterEach(() => vi.restoreAllMocks())

it('the message of a PostgreSQL error says that the database failed', () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  printFailure(Object.assign(new Error('sorry, too many clients already'), { code: '53300' }), true)
  expect(JSON.parse(String(written.mock.calls[0]?.[0]))).toEqual({
    error: {
      code: 'SERVICE_UNAVAILABLE',
      message: 'The database cannot be used: sorry, too many clients already',
    },
  })
})
