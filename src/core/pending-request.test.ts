import { expect, it } from 'vitest'
import { refuseAbandoned, refuseLate } from './pending-request.ts'

const UNAVAILABLE = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })
const soon = () => performance.now() + 1_000

it('a request is begun in time for a client that waits, and so is what no request waits for', () => {
  refuseLate({ connected: true, deadline: soon() })
  refuseLate(undefined)
  refuseAbandoned(undefined)
})

it('a request that has waited past its deadline is not begun, but finished if it was', () => {
  const late = { connected: true, deadline: performance.now() - 1 }
  expect(() => refuseLate(late)).toThrow(UNAVAILABLE)
  expect(() => refuseLate(late)).toThrow(expect.objectContaining({ retryAfter: 1 }))
  refuseAbandoned(late)
})

it('a request whose client has gone is neither begun nor finished', () => {
  const gone = { connected: false, deadline: soon() }
  expect(() => refuseLate(gone)).toThrow(UNAVAILABLE)
  expect(() => refuseAbandoned(gone)).toThrow(UNAVAILABLE)
})
