import { describe, expect, it } from 'vitest'
import { findContradictions, type LedgerEntry, orderLedger } from './ledger-order.ts'

const entry = (id: string, amount: number, balanceAfter: number): LedgerEntry => ({
  id,
  kind: amount > 0 ? 'grant' : 'reserve',
  cause: id,
  amount,
  balanceAfter,
})
const LEDGER = [entry('a', 10, 10), entry('b', -4, 6), entry('c', -3, 3), entry('d', 5, 8)]

const read = (start: number, end: number, balance: number) => ({
  start,
  end,
  name: `read ${balance}`,
  fits: (other: number) => other === balance,
})

describe('the order of a ledger', () => {
  it('follows the balances, not the ids', () => {
    const [first, second, third, last] = LEDGER
    const swapped = [first, second && { ...second, id: 'c' }, third && { ...third, id: 'b' }, last]
    const ordered = orderLedger(swapped.filter((given) => given !== undefined))
    expect(ordered.map(({ balanceAfter }) => balanceAfter)).toEqual([10, 6, 3, 8])
  })

  it('does not exist if an entry is missing or there twice', () => {
    expect(() => orderLedger(LEDGER.filter(({ id }) => id !== 'b'))).toThrow('no entry continues')
    expect(() => orderLedger([...LEDGER, entry('e', -4, 6)])).toThrow('no entry continues')
  })
})

describe('a response', () => {
  const changes = [
    { start: 0, end: 1, entry: 0 },
    { start: 10, end: 20, entry: 1 },
    { start: 30, end: 40, entry: 2 },
  ]

  it('may show the balance before or after a change in progress', () => {
    for (const balance of [10, 6])
      expect(findContradictions(LEDGER, { changes, sights: [read(11, 12, balance)] })).toEqual([])
  })

  it('must not miss a change that has ended, or show one that has not started', () => {
    for (const sight of [read(21, 22, 10), read(11, 12, 3)])
      expect(findContradictions(LEDGER, { changes, sights: [sight] })).toHaveLength(1)
  })

  it('must not show an older balance than one before', () => {
    const sights = [read(11, 12, 6), read(13, 14, 10)]
    expect(findContradictions(LEDGER, { changes, sights })).toHaveLength(1)
    expect(findContradictions(LEDGER, { changes, sights: sights.slice(1) })).toEqual([])
  })

  it('must not come from an entry that is older than those of earlier operations', () => {
    const reversed = [
      { start: 0, end: 1, entry: 2 },
      { start: 2, end: 3, entry: 1 },
    ]
    expect(findContradictions(LEDGER, { changes: reversed, sights: [] })).toHaveLength(1)
  })
})
