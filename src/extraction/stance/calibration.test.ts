import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calibrate, UNCALIBRATED } from './calibration.ts'

const probability = fc.double({ min: 0, max: 1, noNaN: true })

it('without parameters, a probability stays as it is, but is never 0 or 1', () => {
  for (const share of [0.1, 0.25, 0.5, 0.9]) expect(calibrate(UNCALIBRATED, share)).toBe(share)
  expect(calibrate(UNCALIBRATED, 0)).toBe(0.001)
  expect(calibrate(UNCALIBRATED, 1)).toBe(0.999)
})

it('a higher probability is never calibrated to a lower one than a lower probability', () => {
  const calibration = { offset: -0.4, slope: 0.7 }
  fc.assert(
    fc.property(probability, probability, (a, b) => {
      const [low, high] = [calibrate(calibration, Math.min(a, b)), calibrate(calibration, Math.max(a, b))]
      expect(low).toBeLessThanOrEqual(high)
      expect(low).toBeGreaterThan(0)
      expect(high).toBeLessThan(1)
    }),
  )
})
