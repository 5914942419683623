import { expect, it } from 'vitest'
import { verdictWords, writeDifference } from './verdict-words.ts'

it('describes each verdict', () => {
  expect(verdictWords({ verdict: 'MOVED', difference: 0.1 })).toBe('up')
  expect(verdictWords({ verdict: 'MOVED', difference: -0.1 })).toBe('down')
  expect(verdictWords({ verdict: 'MOVED', difference: -0.5 }, 'position')).toBe('earlier')
  expect(verdictWords({ verdict: 'MOVED', difference: 0.5 }, 'position')).toBe('later')
  expect(verdictWords({ verdict: 'WITHIN_NOISE', difference: 0 })).toBe('within noise')
  expect(verdictWords({ verdict: 'INSUFFICIENT', difference: null })).toBe('too few answers to tell')
  expect(verdictWords({ verdict: 'NOT_COMPARABLE', difference: null })).toBe('not comparable')
})

it('formats differences with their interval', () => {
  expect(writeDifference('share', { difference: 0.04, low: -0.01, high: 0.09 })).toBe('+4 points (−1 to +9)')
  expect(writeDifference('share', { difference: -0.01, low: null, high: null })).toBe('−1 point')
  expect(writeDifference('position', { difference: 0.31, low: 0.1, high: 0.5 })).toBe('+0.3 (+0.1 to +0.5)')
  expect(writeDifference('score', { difference: null, low: null, high: null })).toBe('')
})
