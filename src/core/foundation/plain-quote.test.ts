import { expect, it } from 'vitest'
import { plainQuote } from './plain-quote.ts'

it.each([
  ['| **Planloom** | fast[^1]\n|', 'Planloom · fast'],
  ['- Take [Planloom](https://planloom.example) [2].', 'Take Planloom.'],
  ['Planloom: 4.5 of 5', 'Planloom: 4.5 of 5'],
])('%j is quoted as %j', (markdown, quoted) => {
  expect(plainQuote(markdown)).toBe(quoted)
})
