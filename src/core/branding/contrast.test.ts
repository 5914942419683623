import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, MIN_CONTRAST, readableOn } from './contrast.ts'

test('contrast follows the formula of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#ffffff', '#ffffff')).toBe(1)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('a readable color stays as it is', () => {
  expect(readableOn('#0b5fff', '#ffffff')).toBe('#0b5fff')
})

test('every color becomes readable on every background', () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, color, (text, background) => {
      expect(contrast(readableOn(text, background), background)).toBeGreaterThanOrEqual(MIN_CONTRAST)
    }),
  )
})
