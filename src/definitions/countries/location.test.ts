import { expect, test } from 'vitest'
import { parseLocation } from './location.ts'

test.each([
  ['CH', { country: 'CH', language: null, city: null }],
  ['fr-CH', { country: 'CH', language: 'fr', city: null }],
  ['zh-Hant-HK', { country: 'HK', language: 'zh-Hant', city: null }],
  ['CH/Geneva', { country: 'CH', language: null, city: 'Geneva' }],
  ['fr-CH/Genève', { country: 'CH', language: 'fr', city: 'Genève' }],
  ["US/Coeur d'Alene", { country: 'US', language: null, city: "Coeur d'Alene" }],
  ['US/St. Louis', { country: 'US', language: null, city: 'St. Louis' }],
])('%s is a location', (text, expected) => {
  expect(parseLocation(text)).toEqual(expected)
})

test.each([
  ['a country in lower case', 'ch'],
  ['a language without a country', 'fr'],
  ['an unassigned country', 'fr-ZZ'],
  ['an unknown language', 'qqq-CH'],
  ['a locale with an extension', 'fr-CH-u-ca-buddhist'],
  ['a locale in other letter case', 'FR-ch'],
  ['a replaced language code', 'iw-IL'],
  ['an underscore', 'fr_CH'],
  ['an empty city', 'CH/'],
  ['a city with a line break', 'CH/Gen\neva'],
  ['a city with spaces around it', 'CH/ Geneva'],
  ['a city with digits', 'CH/8000'],
  ['two cities', 'CH/Geneva/Bern'],
  ['an empty text', ''],
])('%s is not a location', (_, text) => {
  expect(parseLocation(text)).toBeNull()
})
