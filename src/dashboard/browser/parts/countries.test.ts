import { expect, it } from 'vitest'
import { COUNTRY_CODES } from '../../../providers/countries/country-codes.ts'
import { COUNTRIES } from './countries.ts'

it('the countries that a prompt may be asked from are those that the server accepts', () => {
  expect([...COUNTRIES.keys()].sort()).toEqual([...COUNTRY_CODES].sort())
})
