import { expect, it } from 'vitest'
import { heatTitle } from './heat-title.ts'

/** Returns the title for shares by brand; null stands for too few answers. */
function titleOf(shares: Record<string, (number | null)[]>): string {
  const columns = ['ChatGPT', 'Gemini', 'Grok'].map((name) => ({ id: name, name }))
  return heatTitle({
    kind: 'share',
    rows: Object.keys(shares).map((name) => ({ id: name, name, main: name === 'Taskfern' })),
    columns,
    cell: (row, column) => {
      const value = shares[row]?.[columns.findIndex(({ id }) => id === column)] ?? null
      return {
        value: value ?? 0.5,
        low: null,
        high: null,
        numerator: 1,
        denominator: value === null ? 19 : 20,
      }
    },
  })
}

it('counts the providers on which a competitor is ahead', () => {
  expect(titleOf({ Taskfern: [0.5, 0.5, 0.5], Globex: [0.6, 0.7, 0.8] })).toBe(
    'Where you fall behind: all 3 providers',
  )
  expect(titleOf({ Taskfern: [0.5, 0.5, 0.5], Globex: [0.6, 0.5, 0.4], Initech: [0.1, 0.6, 0.4] })).toBe(
    'Where you fall behind: 2 of 3 providers',
  )
  expect(titleOf({ Taskfern: [0.5, 0.5, 0.5], Globex: [0.6, 0.5, 0.4] })).toBe(
    'Where you fall behind: ChatGPT',
  )
  expect(titleOf({ Taskfern: [0.5, 0.5, 0.5], Globex: [0.5, 0.5, 0.4] })).toBe(
    'Where you fall behind: nowhere',
  )
})

it('leaves out cells with fewer than 20 answers, and says so', () => {
  expect(titleOf({ Taskfern: [0.5, null, 0.5], Globex: [0.6, 0.9, null] })).toBe(
    'Where you fall behind: ChatGPT; 1 of 3 providers has too few answers',
  )
  expect(titleOf({ Taskfern: [null, null, null], Globex: [0.6, 0.9, 0.1] })).toBe(
    'Where you fall behind: too few answers to tell',
  )
})
