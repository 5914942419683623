import { expect, it } from 'vitest'
import { namesIn, typedNames } from './name-list.ts'

it('splits names at commas or line breaks and drops empty and repeated ones', () => {
  expect(namesIn(' Globex, Globex Inc\n\n, Globex,Hooli ')).toEqual(['Globex', 'Globex Inc', 'Hooli'])
  expect(namesIn(typedNames(['A', 'B C']))).toEqual(['A', 'B C'])
})
