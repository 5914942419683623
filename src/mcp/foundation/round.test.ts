import { expect, it } from 'vitest'
import { roundFigures } from './round.ts'

it.each([
  // The interval is 41 points wide, so hundredths are enough.
  [
    { value: 0.4712345, low: 0.29401, high: 0.70598, numerator: 57 },
    { value: 0.47, low: 0.29, high: 0.71, numerator: 57 },
  ],
  // Two points wide: thousandths.
  [
    { value: 0.4712345, low: 0.46123, high: 0.48123 },
    { value: 0.471, low: 0.461, high: 0.481 },
  ],
  [
    { difference: -0.1234, low: -0.2, high: -0.05, pValue: 0.001953125 },
    { difference: -0.12, low: -0.2, high: -0.05, pValue: 0.00195 },
  ],
  [
    { value: 1, low: 1, high: 1 },
    { value: 1, low: 1, high: 1 },
  ],
  [
    { value: null, low: null, high: null, costUsd: 1.234567 },
    { value: null, low: null, high: null, costUsd: 1.23 },
  ],
])('rounds %j to what it supports', (figures, rounded) => expect(roundFigures(figures)).toEqual(rounded))

it('keeps whole numbers, texts and times', () => {
  const at = new Date()
  const result = { count: 123_456_789, text: '0.123456', at, list: [3, null] }
  expect(roundFigures(result)).toEqual(result)
})
