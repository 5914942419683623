import { describe, expect, it } from 'vitest'
import { AppError, ERROR_CODES } from '../core/foundation/errors.ts'
import { HttpError, httpStatus } from './errors.ts'

describe('httpStatus', () => {
  it('maps each error code to the status in the REST documentation', () => {
    const shown = ERROR_CODES.map((code) => [code, httpStatus(new AppError(code, ''))])
    expect(Object.fromEntries(shown)).toEqual({
      BAD_REQUEST: 400,
      INVALID_PROVIDER: 400,
      UNAUTHORIZED: 401,
      PROJECT_SCOPED_KEY_REQUIRED: 403,
      API_CREDITS_EXCEEDED: 403,
      FORBIDDEN: 403,
      PROMPT_LIMIT_EXCEEDED: 403,
      NOT_FOUND: 404,
      CONFLICT: 409,
      RATE_LIMITED: 429,
      SERVICE_UNAVAILABLE: 503,
      INTERNAL_ERROR: 500,
      UPSTREAM_ERROR: 502,
      PROVIDER_UNAVAILABLE: 503,
      UPSTREAM_TIMEOUT: 504,
    })
  })
  it('returns the status of an HttpError', () => {
    const error = new HttpError(413, '')
    expect([error.code, httpStatus(error)]).toEqual(['BAD_REQUEST', 413])
  })
})
