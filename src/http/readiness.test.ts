import { describe, expect, it } from 'vitest'
import { createReadiness, type Part } from './readiness.ts'

const answering = (name: string): Part => ({ name, check: async () => {} })
const refusing = (name: string): Part => ({ name, check: () => Promise.reject(new Error('refused')) })
const silent = (name: string, check = () => new Promise<void>(() => {})): Part => ({ name, check })

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
    const begun = performance.now()
    const { parts } = await createReadiness([silent('database'), answering('redis')])()
    expect(parts).toEqual({ database: 'unavailable', redis: 'ok' })
    expect(performance.now() - begun).toBeLessThan(2_000)
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
