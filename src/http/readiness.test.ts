import { afterEach, describe, expect, it, vi } from 'vitest'
import { createReadiness, type Part, type Readiness } from './readiness.ts'

const available = (name: string): Part => ({ name, check: async () => {} })
const refusing = (name: string): Part => ({ name, check: () => Promise.reject(new Error('refused')) })
const hanging = (name: string, check = () => new Promise<void>(() => {})): Part => ({ name, check })

afterEach(() => vi.useRealTimers())

describe('readiness', () => {
  it('is ok while every part responds', async () => {
    const readiness = createReadiness([available('database'), available('redis')])
    expect(await readiness()).toEqual({ status: 'ok', parts: { database: 'ok', redis: 'ok' } })
  })

  it('is unavailable and names the part that refuses', async () => {
    const readiness = createReadiness([available('database'), refusing('redis')])
    expect(await readiness()).toEqual({
      status: 'unavailable',
      parts: { database: 'ok', redis: 'unavailable' },
    })
  })

  it('is known within two seconds even if a part does not respond', async () => {
    vi.useFakeTimers()
    const results: Readiness[] = []
    void createReadiness([hanging('database'), available('redis')])().then((result) => results.push(result))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(results.map(({ parts }) => parts)).toEqual([{ database: 'unavailable', redis: 'ok' }])
  })

  it('does not check a part again until it has responded to the previous check', async () => {
    let checks = 0
    let respond = () => {}
    const part = hanging('database', () => {
      checks += 1
      return new Promise<void>((resolve) => {
        respond = resolve
      })
    })
    const readiness = createReadiness([part])
    const together = Promise.all([readiness(), readiness()])
    expect(checks).toBe(1)
    respond()
    expect((await together).map(({ status }) => status)).toEqual(['ok', 'ok'])
    const later = readiness()
    expect(checks).toBe(2)
    respond()
    expect((await later).status).toBe('ok')
  })
})
