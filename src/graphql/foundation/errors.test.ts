import { GraphQLError, locatedError } from 'graphql'
import { expect, test } from 'vitest'
import { AppError, ERROR_CODES } from '../../core/foundation/errors.ts'
import { present } from './errors.ts'

const silent = { info() {}, warn() {}, error() {} }
const report = { requestId: 'r-1', logger: silent }
const inField = (error: Error) => locatedError(error, [], ['viewer', 'project'])

test.each(ERROR_CODES)('an AppError %s keeps its code, message, field errors and retryAfter', (code) => {
  const error = new AppError(code, 'What is wrong.', { fieldErrors: { name: 'is bad' }, retryAfter: 3 })
  expect(present(inField(error), report)).toEqual({
    message: 'What is wrong.',
    path: ['viewer', 'project'],
    extensions: { code, fieldErrors: { name: 'is bad' }, retryAfter: 3 },
  })
})

test('extensions have no field errors and no retryAfter if the error has none', () => {
  expect(present(new AppError('NOT_FOUND', 'Gone.'), report).extensions).toEqual({ code: 'NOT_FOUND' })
})

test('an unexpected error is masked, with the request id in its message, and logged in full', () => {
  const logged: unknown[] = []
  const logger = { ...silent, error: (fields: object) => void logged.push(fields) }
  const secret = new Error('relation "api_key" does not exist')
  for (const thrown of [
    inField(secret),
    secret,
    new GraphQLError('outer', { originalError: secret }),
    'text',
  ]) {
    const { message, extensions } = present(thrown, { requestId: 'r-1', logger })
    expect(message).toBe('Something went wrong on our side. Request id: r-1')
    expect(extensions).toEqual({ code: 'INTERNAL_ERROR', requestId: 'r-1' })
  }
  expect(logged).toHaveLength(4)
  expect(logged[0]).toMatchObject({ requestId: 'r-1', error: secret })
})

test('a GraphQL error is BAD_REQUEST if the request caused it, and masked if the server caused it', () => {
  expect(present(new GraphQLError('Syntax Error'), report).extensions).toEqual({ code: 'BAD_REQUEST' })
  const ofValue = inField(new GraphQLError('Enum "Plan" cannot represent value: "secret"'))
  expect(present(ofValue, report).extensions).toMatchObject({ code: 'INTERNAL_ERROR' })
})

test('an error of an unavailable database is SERVICE_UNAVAILABLE, and logged once for many requests', () => {
  const logged: unknown[] = []
  const logger = { ...silent, warn: (fields: object) => void logged.push(fields) }
  const refused = Object.assign(new Error('could not extend file'), { code: '53100' })
  for (let request = 0; request < 3; request += 1) {
    const { extensions } = present(inField(refused), { requestId: 'r-1', logger })
    expect(extensions).toEqual({ code: 'SERVICE_UNAVAILABLE', retryAfter: 2 })
  }
  expect(logged).toEqual([{ error: refused }])
})
