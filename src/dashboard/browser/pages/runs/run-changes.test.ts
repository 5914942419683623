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

it('describes new, removed and changed providers, models and numbers of questions', () => {
  const before = [asked('a', 3, ['m1']), asked('b', 3, ['m1']), asked('c', 3, []), asked('d', 3, ['m1'])]
  const now = [asked('a', 3, ['m1']), asked('b', 4, ['m2']), asked('c', 3, ['m9']), asked('e', 3, ['m1'])]
  expect(providerChanges(now, before)).toEqual([
    'b answered with m2 (previously m1).',
    'b was asked 4 questions (previously 3).',
    'e is new in this run.',
    'd was not asked in this run.',
  ])
})

it('names prompts that only one of two runs asked, if there are few', () => {
  expect(promptChanges(['a', 'b'], ['a', 'c', 'd', 'e', 'f'])).toEqual([
    '1 new prompt: “b”.',
    '4 removed prompts.',
  ])
  expect(promptChanges(['a'], ['a'])).toEqual([])
})
