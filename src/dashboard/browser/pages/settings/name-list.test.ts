import { expect, it } from 'vitest'
import { namesIn, typedNames } from './name-list.ts'

it('names are separated by commas or line breaks, without empty ones and repetitions', () => {
  expect(namesIn(' Globex, Globex Inc\n\n, Globex,Hooli ')).toEqual(['Globex', 'Globex Inc', 'Hooli'])
  expect(namesIn(typedNames(['A', 'B C']))).toEqual(['A', 'B C'])
})
