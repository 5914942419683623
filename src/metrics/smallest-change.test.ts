import { expect, it } from 'vitest'
import { answersNeeded } from './answers-needed.ts'
import { smallestChange } from './smallest-change.ts'

it('is the change that needs this many independent answers', () => {
  const counted = Array.from({ length: 100 }, (_, prompt) => prompt % 2)
  const needed = answersNeeded(
    counted,
    counted.map(() => 1),
  ).changes.find(({ points }) => points === 10)
  expect(smallestChange({ prompts: needed?.independent ?? 0, answersPerPrompt: 1 })).toBeCloseTo(0.1, 3)
})

it('becomes smaller with more prompts, and less so with more answers per prompt', () => {
  const few = smallestChange({ prompts: 20, answersPerPrompt: 2 }) ?? 1
  const prompts = smallestChange({ prompts: 40, answersPerPrompt: 2 }) ?? 1
  const answers = smallestChange({ prompts: 20, answersPerPrompt: 4 }) ?? 1
  expect(few).toBeGreaterThan(answers)
  expect(answers).toBeGreaterThan(prompts)
})

it('is null if not even the largest change would be detected', () => {
  expect(smallestChange({ prompts: 3, answersPerPrompt: 1 })).toBeNull()
  expect(smallestChange({ prompts: 0, answersPerPrompt: 4 })).toBeNull()
})
