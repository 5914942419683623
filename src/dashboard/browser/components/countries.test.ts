import { expect, it } from 'vitest'
import { COUNTRY_CODES } from '../../../definitions/countries/country-codes.ts'
import { COUNTRIES } from './countries.ts'

it('offers exactly the countries that the server accepts', () => {
  expect([...COUNTRIES.keys()].sort()).toEqual([...COUNTRY_CODES].sort())
})
