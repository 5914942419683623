import { describe, expect, it } from 'vitest'
import { simulatedVolume } from './volume.ts'

const estimate = (keyword: string, country = 'US') =>
  simulatedVolume.estimate({ keyword, country, signal: AbortSignal.abort() })

describe('simulated search volume', () => {
  it('is the same for a keyword and country in any letter case', async () => {
    expect(await estimate('CRM  software')).toEqual(await estimate('crm software'))
    expect(await estimate('crm software')).not.toBeNull()
    expect(await estimate('crm software', 'DE')).not.toEqual(await estimate('crm software'))
  })

  it('exists for most but not all keywords', async () => {
    const figures = await Promise.all(Array.from({ length: 500 }, (_, index) => estimate(`keyword ${index}`)))
    const withVolume = figures.filter((figure) => figure !== null)
    expect(withVolume.length).toBeGreaterThan(400)
    expect(withVolume.length).toBeLessThan(480)
    for (const { monthlyVolume } of withVolume) {
      expect(Number.isInteger(monthlyVolume)).toBe(true)
      expect(monthlyVolume).toBeGreaterThanOrEqual(10)
      expect(monthlyVolume).toBeLessThan(1_000_000)
    }
  })

  it('does not exist for a whole prompt', async () => {
    expect(await estimate('which crm is the best one for a small team in europe')).toBeNull()
  })
})
