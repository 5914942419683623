import { expect, it } from 'vitest'
import type { ProviderProgress } from '../../progress/provider-table.tsx'
import { promptChanges, providerChanges } from './run-changes.tsx'

const asked = (token: string, total: number, models: string[]): ProviderProgress => ({
  provider: { id: token, token, label: token },
  total,
  pending: 0,
  ok: total,
  refused: 0,
  notShown: 0,
  failed: 0,
  models,
})

it('new, missing and changed providers, models and numbers of questions are said', () => {
  const before = [asked('a', 3, ['m1']), asked('b', 3, ['m1']), asked('c', 3, []), asked('d', 3, ['m1'])]
  const now = [asked('a', 3, ['m1']), asked('b', 4, ['m2']), asked('c', 3, ['m9']), asked('e', 3, ['m1'])]
  expect(providerChanges(now, before)).toEqual([
    'b answered with m2, before with m1.',
    'b was asked 4 questions, before 3.',
    'e was not asked before.',
    'd was not asked any more.',
  ])
})

it('prompts that one of two runs did not ask are named while they are few', () => {
  expect(promptChanges(['a', 'b'], ['a', 'c', 'd', 'e', 'f'])).toEqual([
    '1 prompt asked for the first time: “b”.',
    '4 prompts not asked any more.',
  ])
  expect(promptChanges(['a'], ['a'])).toEqual([])
})
