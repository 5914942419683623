import { expect, it } from 'vitest'
import type { MetricsInput } from './metrics-input.ts'
import { answer, mention } from './sample-answers.ts'
import { filterByScope, scopesOf } from './scopes.ts'
import { summarize } from './summarize.ts'

const BATCH: MetricsInput = {
  entities: [{ id: 'brand', name: 'Taskfern' }],
  prompts: [
    { text: 'a', tags: ['x', 'y'], branded: false },
    { text: 'b', tags: ['y'], branded: false },
    { text: 'c', tags: [], branded: false },
  ],
  answers: [0, 1, 2].flatMap((prompt) =>
    ['gemini', 'chatgpt'].map((provider) =>
      answer({
        prompt,
        provider,
        location: prompt === 0 ? 'DE' : 'US',
        entities: [mention({ mentioned: provider === 'gemini', position: 1 })],
      }),
    ),
  ),
}

it('returns one scope for all answers and one per provider, location, tag and kind of web search', () => {
  expect(scopesOf(BATCH).map(({ scope, value }) => `${scope} ${value}`)).toEqual([
    'all ',
    'provider chatgpt',
    'provider gemini',
    'location DE',
    'location US',
    'tag x',
    'tag y',
    'searched unknown',
  ])
})

it('splits a batch by provider and by location without losing answers', () => {
  const counted = (kind: string) =>
    scopesOf(BATCH)
      .filter(({ scope }) => scope === kind)
      .map((scope) => summarize(filterByScope(BATCH, scope)).mentionRate)
  expect(counted('all')).toMatchObject([{ numerator: 3, denominator: 6, method: 'beta_binomial' }])
  expect(counted('provider')).toMatchObject([
    { numerator: 0, denominator: 3, method: 'wilson' },
    { numerator: 3, denominator: 3, method: 'wilson' },
  ])
  expect(counted('location')).toMatchObject([{ denominator: 2 }, { denominator: 4 }])
  expect(counted('tag')).toMatchObject([{ denominator: 2 }, { denominator: 4 }])
})
