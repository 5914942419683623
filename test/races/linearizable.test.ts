import { describe, expect, it } from 'vitest'
import { findContradiction, isLinearizable, type Model, type Observed } from './linearizable.ts'

type Access = { write: number } | { read: true }

/** A register with one number. */
const REGISTER: Model<number, Access, number> = {
  initial: 0,
  step: (state, operation, outcome) =>
    'write' in operation ? operation.write : outcome === state ? state : null,
  key: String,
}
const write = (start: number, end: number, value: number): Observed<Access, number> => ({
  start,
  end,
  operation: { write: value },
  outcome: value,
})
const read = (start: number, end: number, outcome: number): Observed<Access, number> => ({
  start,
  end,
  operation: { read: true },
  outcome,
})

describe('the checker of histories', () => {
  it('accepts a read that overlaps a write with either value', () => {
    for (const value of [0, 1])
      expect(isLinearizable([write(0, 10, 1), read(5, 15, value)], REGISTER)).toBe(true)
  })

  it('rejects a read that starts after a write has ended and misses it', () => {
    expect(isLinearizable([write(0, 10, 1), read(11, 12, 0)], REGISTER)).toBe(false)
  })

  it('rejects two reads that see two overlapping writes in opposite orders', () => {
    const writes = [write(0, 10, 1), write(0, 10, 2)]
    expect(isLinearizable([...writes, read(11, 12, 1), read(13, 14, 2)], REGISTER)).toBe(false)
    expect(isLinearizable([...writes, read(1, 2, 1), read(11, 14, 2)], REGISTER)).toBe(true)
  })

  it('checks long histories of many clients', () => {
    const history = Array.from({ length: 600 }, (_, n) => write(n, n + 3.5, n % 3))
    expect(isLinearizable([...history, read(1_000, 1_001, 1)], REGISTER)).toBe(true)
    expect(isLinearizable([...history, read(1_000, 1_001, 3)], REGISTER)).toBe(false)
  })

  it('lets an operation that has not ended take effect or not', () => {
    const open = write(0, Number.POSITIVE_INFINITY, 1)
    expect(isLinearizable([open, read(5, 6, 0)], REGISTER)).toBe(true)
    expect(isLinearizable([open, read(5, 6, 1)], REGISTER)).toBe(true)
    expect(isLinearizable([open, read(5, 6, 1), read(7, 8, 0)], REGISTER)).toBe(false)
  })

  it('reduces a long history to the operations before the first response without an explanation', () => {
    const history = Array.from({ length: 600 }, (_, n) => write(n, n + 3.5, n % 3))
    expect(findContradiction(history, REGISTER)).toBeNull()
    const wrong = [...history, read(300, 301, 7), read(500, 501, 8)]
    const shown = findContradiction(wrong, REGISTER) ?? []
    expect(shown.length).toBeLessThanOrEqual(20)
    expect(shown).toContainEqual(read(300, 301, 7))
    expect(Math.max(...shown.map(({ start }) => start))).toBeLessThanOrEqual(301)
  })
})
