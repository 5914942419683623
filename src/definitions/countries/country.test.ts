import { expect, test } from 'vitest'
import { getCountry } from './country.ts'
import { COUNTRY_CODES } from './country-codes.ts'

test('a country has its English name, number, coordinates and language', () => {
  expect(getCountry('DE')).toEqual({
    name: 'Germany',
    numeric: 276,
    coordinates: { latitude: expect.closeTo(51, 0), longitude: expect.closeTo(10, 0) },
    language: 'de',
  })
  expect(['US', 'BR', 'JP', 'IN', 'CH'].map((code) => getCountry(code).language)).toEqual([
    'en',
    'pt',
    'ja',
    'hi',
    'de',
  ])
})

test('every country has a name and a language, and almost all have a number and coordinates', () => {
  const countries = [...COUNTRY_CODES].map((code) => ({ code, ...getCountry(code) }))
  expect(countries.filter(({ name, language }) => name.length < 3 || !/^[a-z]{2,3}$/.test(language))).toEqual(
    [],
  )
  const without = countries.filter(({ numeric, coordinates }) => numeric === null || coordinates === null)
  expect(without.map(({ code }) => code).toSorted()).toEqual(['AX', 'BL', 'BQ', 'CW', 'MF', 'SS', 'SX', 'UM'])
})
