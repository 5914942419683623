import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Guard } from '../core/provider-port/breaker.ts'
import { ProviderError, type ProviderErrorKind } from '../core/provider-port/driver.ts'
import { CircuitOpenError, createBreakers } from './breaker.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const provider = { id: 'chatgpt', connectionId: '' }

async function fail(guard: Guard, kind: ProviderErrorKind, times: number, cause?: unknown): Promise<void> {
  for (let time = 0; time < times; time++) {
    const call = () => Promise.reject(new ProviderError(kind, 'no', { cause }))
    await expect(guard.run(call)).rejects.toMatchObject({ message: 'no' })
  }
}

test.each(['retry', 'drift'] as const)(
  'five consecutive failures of kind %s open the circuit',
  async (kind) => {
    const guard = createBreakers().guard(provider)
    await fail(guard, kind, 4)
    expect(guard).toMatchObject({ state: 'closed', retryAfter: null })
    await fail(guard, kind, 1)
    expect(guard).toMatchObject({ state: 'open', retryAfter: 30_000 })
  },
)

test('a single refusal of the credentials or the account opens the circuit for five minutes', async () => {
  const guard = createBreakers().guard(provider)
  await fail(guard, 'stop', 1)
  expect(guard).toMatchObject({ state: 'open', retryAfter: 300_000, cause: { kind: 'stop', message: 'no' } })
  await expect(guard.run(async () => 1)).rejects.toMatchObject({ kind: 'stop', retryAfter: 300_000 })
  vi.advanceTimersByTime(300_000)
  await fail(guard, 'stop', 1)
  expect(guard).toMatchObject({ state: 'open', retryAfter: 300_000 })
  vi.advanceTimersByTime(300_000)
  await fail(guard, 'retry', 1)
  expect(guard).toMatchObject({ state: 'open', retryAfter: 30_000, cause: { kind: 'retry' } })
  vi.advanceTimersByTime(30_000)
  await guard.run(async () => 1)
  expect(guard).toMatchObject({ state: 'closed', cause: null })
})

test('rate limit errors only open the circuit after an hour without a success', async () => {
  const guard = createBreakers().guard(provider)
  const limit = () => {
    const call = () =>
      Promise.reject(new ProviderError('retry', 'too many', { rateLimited: true, retryAfter: 60_000 }))
    return guard.run(call).catch((error: ProviderError) => error.rateLimited)
  }
  expect(await Promise.all(Array.from({ length: 20 }, limit))).toEqual(Array(20).fill(true))
  vi.advanceTimersByTime(59 * 60_000)
  await guard.run(async () => 'answer')
  expect(await limit()).toBe(true)
  vi.advanceTimersByTime(60 * 60_000)
  for (let time = 0; time < 5; time++) expect(await limit()).toBe(false)
  expect(guard.state).toBe('open')
})

test('an open circuit rejects without calling the provider, and reports how long to wait', async () => {
  const guard = createBreakers().guard(provider)
  await fail(guard, 'retry', 5)
  vi.advanceTimersByTime(10_000)
  const call = vi.fn(async () => 1)
  const refusal = guard.run(call)
  await expect(refusal).rejects.toBeInstanceOf(CircuitOpenError)
  await expect(refusal).rejects.toMatchObject({ kind: 'retry', retryAfter: 20_000 })
  expect(call).not.toHaveBeenCalled()
})

test.each(['invalid', 'location_unsupported'] as const)(
  'errors of kind %s never open the circuit',
  async (kind) => {
    const guard = createBreakers().guard(provider)
    await fail(guard, kind, 20)
    expect(guard.state).toBe('closed')
  },
)

test('canceled questions never open the circuit, but timeouts do', async () => {
  const guard = createBreakers().guard(provider)
  await fail(guard, 'retry', 20, new DOMException('cancelled', 'AbortError'))
  expect(guard.state).toBe('closed')
  await fail(guard, 'retry', 5, new DOMException('too slow', 'TimeoutError'))
  expect(guard.state).toBe('open')
})

test('a success resets the count of failures', async () => {
  const guard = createBreakers().guard(provider)
  await fail(guard, 'retry', 4)
  await guard.run(async () => 1)
  await fail(guard, 'retry', 4)
  expect(guard.state).toBe('closed')
})

test('after the pause, one success closes the circuit and one failure opens it again', async () => {
  const guard = createBreakers().guard(provider)
  await fail(guard, 'retry', 5)
  vi.advanceTimersByTime(30_000)
  expect(guard).toMatchObject({ state: 'half_open', retryAfter: null })
  await fail(guard, 'retry', 1)
  expect(guard).toMatchObject({ state: 'open', retryAfter: 30_000 })
  vi.advanceTimersByTime(30_000)
  await expect(guard.run(async () => 'answer')).resolves.toBe('answer')
  expect(guard.state).toBe('closed')
})

test('while a trial call runs in a half-open circuit, other calls wait for its outcome', async () => {
  const guard = createBreakers().guard(provider)
  await fail(guard, 'retry', 5)
  vi.advanceTimersByTime(30_000)
  const trial = guard.run(() => Promise.reject(new ProviderError('retry', 'still down')))
  const call = vi.fn(async () => 1)
  const waiting = guard.run(call)
  await expect(trial).rejects.toMatchObject({ message: 'still down' })
  await expect(waiting).rejects.toBeInstanceOf(CircuitOpenError)
  expect(call).not.toHaveBeenCalled()
})

test('each provider has a separate circuit', async () => {
  const breakers = createBreakers()
  await fail(breakers.guard(provider), 'retry', 5)
  expect(breakers.guard({ id: 'chatgpt', connectionId: '' }).state).toBe('open')
  expect(breakers.guard({ id: 'grok', connectionId: '' }).state).toBe('closed')
})

test('requests that are too large open the circuit after five in a row, because another prompt may fit', async () => {
  const guard = createBreakers().guard(provider)
  const tooLarge = () => Promise.reject(new ProviderError('stop', 'too large', { fault: 'size' }))
  for (let time = 0; time < 4; time++) await guard.run(tooLarge).catch(() => {})
  expect(guard.state).toBe('closed')
  await guard.run(tooLarge).catch(() => {})
  expect(guard).toMatchObject({ state: 'open', retryAfter: 300_000 })
  await expect(guard.run(async () => 1)).rejects.toMatchObject({ kind: 'stop', fault: 'size' })
})

test('a country that is rejected three times in a row is paused, and other countries and the provider are not', async () => {
  const breakers = createBreakers()
  const singapore = breakers.locationGuard(provider, 'SG')
  await fail(singapore, 'location_unsupported', 2)
  await singapore.run(async () => 'answer')
  await fail(singapore, 'location_unsupported', 3)
  expect(singapore).toMatchObject({ state: 'open', retryAfter: 300_000 })
  await expect(singapore.run(async () => 1)).rejects.toMatchObject({ kind: 'location_unsupported' })
  expect(breakers.locationGuard(provider, 'SG')).toBe(singapore)
  expect(breakers.locationGuard(provider, 'DE').state).toBe('closed')
  expect(breakers.guard(provider).state).toBe('closed')
})
