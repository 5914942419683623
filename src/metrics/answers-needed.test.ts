import { expect, it } from 'vitest'
import { answersNeeded } from './answers-needed.ts'

const changeOf = (points: number, counted: number[], answers: number[]) =>
  answersNeeded(counted, answers).changes.find((change) => change.points === points)

it('needs 356 independent answers to distinguish 30 % from 40 %', () => {
  const asked = Array<number>(100).fill(1)
  const named = asked.map((_, prompt) => (prompt < 30 ? 1 : 0))
  expect(changeOf(10, named, asked)).toEqual({ points: 10, independent: 356, answers: 356, prompts: 356 })
  expect(answersNeeded(named, asked).designEffect).toBe(1)
})

it('counts replicates of a prompt that always agree as one answer', () => {
  const asked = Array<number>(100).fill(5)
  const named = asked.map((_, prompt) => (prompt < 30 ? 5 : 0))
  const { designEffect, answersPerPrompt } = answersNeeded(named, asked)
  expect(answersPerPrompt).toBe(5)
  expect(designEffect).toBeCloseTo(5, 1)
  expect(changeOf(10, named, asked)?.prompts).toBe(Math.ceil((356 * (designEffect ?? 0)) / 5))
})

it('counts answers that vary equally in every prompt as independent, and never as more', () => {
  const asked = Array<number>(20).fill(10)
  expect(answersNeeded(Array<number>(20).fill(3), asked).designEffect).toBe(1)
})

it('counts each prompt once if there is no variance to estimate the clustering from', () => {
  expect(answersNeeded([0, 0, 0], [4, 4, 4])).toMatchObject({ designEffect: null, answersPerPrompt: 4 })
  const none = changeOf(10, [0, 0, 0], [4, 4, 4])
  expect(none?.prompts).toBe(none?.independent)
  expect(answersNeeded([], [])).toEqual({ designEffect: null, answersPerPrompt: null, changes: [] })
})

it('needs more answers for a smaller difference', () => {
  const needed = answersNeeded([2, 5, 1, 0], [6, 6, 6, 6]).changes.map(({ answers }) => answers)
  expect(needed).toEqual(needed.toSorted((a, b) => b - a))
})
