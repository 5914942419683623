import { expect, test } from 'vitest'
import { locationName } from './location.ts'

test.each([
  ['CH', 'Switzerland'],
  ['fr-CH', 'Switzerland (French)'],
  ['fr-CH/Geneva', 'Geneva, Switzerland (French)'],
  ['US/Austin', 'Austin, United States'],
  ['zh-Hant-HK', 'Hong Kong SAR China (Traditional Chinese)'],
  ['global', 'global'],
])('%s is shown as %s', (location, name) => {
  expect(locationName(location)).toBe(name)
})
