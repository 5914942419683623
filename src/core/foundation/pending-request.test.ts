import { expect, it } from 'vitest'
import { refuseAbandoned, refuseLate } from './pending-request.ts'

const UNAVAILABLE = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })
const soon = () => performance.now() + 1_000

it('accepts requests before their deadline, and work without a request', () => {
  refuseLate({ connected: true, deadline: soon(), address: '192.0.2.1' })
  refuseLate(undefined)
  refuseAbandoned(undefined)
})

it('rejects the start of a request after its deadline, but lets a started request finish', () => {
  const late = { connected: true, deadline: performance.now() - 1, address: '192.0.2.1' }
  expect(() => refuseLate(late)).toThrow(UNAVAILABLE)
  expect(() => refuseLate(late)).toThrow(expect.objectContaining({ retryAfter: 1 }))
  refuseAbandoned(late)
})

it('rejects the start and the end of a request after the client has disconnected', () => {
  const gone = { connected: false, deadline: soon(), address: '192.0.2.1' }
  expect(() => refuseLate(gone)).toThrow(UNAVAILABLE)
  expect(() => refuseAbandoned(gone)).toThrow(UNAVAILABLE)
})
