import { afterEach, describe, expect, it, vi } from 'vitest'
import { createReadiness, type Part, type Readiness } from './readiness.ts'

const answering = (name: string): Part => ({ name, check: async () => {} })
const refusing = (name: string): Part => ({ name, check: () => Promise.reject(new Error('refused')) })
const silent = (name: string, check = () => new Promise<void>(() => {})): Part => ({ name, check })

afterEach(() => vi.useRealTimers())

describe('readiness', () => {
  it('is ok while every part answers', async () => {
    const readiness = createReadiness([answering('database'), answering('redis')])
    expect(await readiness()).toEqual({ status: 'ok', parts: { database: 'ok', redis: 'ok' } })
  })

  it('is unavailable and names the part that refuses', async () => {
    const readiness = createReadiness([answering('database'), refusing('redis')])
    expect(await readiness()).toEqual({
      status: 'unavailable',
      parts: { database: 'ok', redis: 'unavailable' },
    })
  })

  it('is told within two seconds although a part does not answer at all', async () => {
    vi.useFakeTimers()
    const told: Readiness[] = []
    void createReadiness([silent('database'), answering('redis')])().then((readiness) => told.push(readiness))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(told.map(({ parts }) => parts)).toEqual([{ database: 'unavailable', redis: 'ok' }])
  })

  it('does not ask a part again that has not answered yet, and asks it once it has', async () => {
    let asked = 0
    let answer = () => {}
    const part = silent('database', () => {
      asked += 1
      return new Promise<void>((resolve) => {
        answer = resolve
      })
    })
    const readiness = createReadiness([part])
    const together = Promise.all([readiness(), readiness()])
    expect(asked).toBe(1)
    answer()
    expect((await together).map(({ status }) => status)).toEqual(['ok', 'ok'])
    const later = readiness()
    expect(asked).toBe(2)
    answer()
    expect((await later).status).toBe('ok')
  })
})
