import { expect, it } from 'vitest'
import { leadOf, titleOf } from './title.ts'

const provider = (label: string) => ({ id: label, token: label, label })

it('uses the first prompt as the title, cut between words, and counts the others', () => {
  expect(titleOf(['Which is best?'])).toBe('Which is best?')
  expect(titleOf(['Which is best?', 'Which is free?'])).toBe('Which is best? and 1 more prompt')
  const long = titleOf(['word '.repeat(40).trim()])
  expect(long).toMatch(/^(word )+…$/)
  expect(long.length).toBeLessThanOrEqual(92)
})

it('describes when, who, where and how often it asked', () => {
  const createdAt = '2026-03-02T09:00:00Z'
  const few = {
    createdAt,
    providers: [provider('ChatGPT'), provider('Gemini')],
    locations: ['DE'],
    replicates: 3,
  }
  expect(leadOf(few)).toMatch(
    /^Started on .*, with ChatGPT and Gemini, from Germany, 3 times each\. A one-off/,
  )
  const many = { ...few, providers: ['a', 'b', 'c', 'd', 'e'].map(provider), replicates: 1 }
  expect(leadOf(many)).toMatch(/, with 5 providers, from Germany\. A one-off/)
})
