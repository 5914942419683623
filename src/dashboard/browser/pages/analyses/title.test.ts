import { expect, it } from 'vitest'
import { leadOf, titleOf } from './title.ts'

const provider = (label: string) => ({ id: label, token: label, label })

it('the title is the first prompt, cut at a word, and counts the others', () => {
  expect(titleOf(['Which is best?'])).toBe('Which is best?')
  expect(titleOf(['Which is best?', 'Which is free?'])).toBe('Which is best? and 1 more prompt')
  const long = titleOf(['word '.repeat(40).trim()])
  expect(long).toMatch(/^(word )+…$/)
  expect(long.length).toBeLessThanOrEqual(92)
})

it('the line below says when, of whom, from where and how often', () => {
  const createdAt = '2026-03-02T09:00:00Z'
  const few = {
    createdAt,
    providers: [provider('ChatGPT'), provider('Gemini')],
    locations: ['DE'],
    replicates: 3,
  }
  expect(leadOf(few)).toMatch(/^Asked on .*, of ChatGPT and Gemini, from Germany, 3 times each\. A one-off/)
  const many = { ...few, providers: ['a', 'b', 'c', 'd', 'e'].map(provider), replicates: 1 }
  expect(leadOf(many)).toMatch(/, of 5 providers, from Germany\. A one-off/)
})
