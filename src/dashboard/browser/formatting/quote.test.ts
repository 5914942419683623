import { expect, it } from 'vitest'
import { plainQuote } from './quote.ts'

it.each([
  ['  **Planloom**  - fast ', 'Planloom - fast'],
  ['## [Planloom](https://planloom.example) , a board', 'Planloom, a board'],
  ['| **Planloom** | fast\n|', 'Planloom · fast'],
  ['fast[^1] and cheap [2].', 'fast and cheap.'],
  ['- `Planloom` is\n  good .', 'Planloom is good.'],
  ['Planloom: 4.5 of 5', 'Planloom: 4.5 of 5'],
])('%j is quoted as %j', (text, quoted) => {
  expect(plainQuote(text)).toBe(quoted)
})
