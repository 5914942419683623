import { describe, expect, it } from 'vitest'
import { isSameMeaning, stemsOf } from './similarity.ts'

const same = (a: string, b: string) => isSameMeaning(stemsOf(a), stemsOf(b))

describe('texts with the same meaning', () => {
  it.each([
    ['What is the best CRM for small businesses?', 'top crm small business 2026'],
    ['best project management software', 'Which project management tool would you recommend?'],
    ['Which running shoes are best for beginners?', 'best beginner running shoes'],
    ['affordable email marketing platforms', 'cheap email marketing tools'],
    ['小さなチームに最適なタスク管理ツール', '小さなチームに最適なタスク管理ツールは'],
  ])('are recognized: %s / %s', (a, b) => expect(same(a, b)).toBe(true))

  it.each([
    ['best crm for startups', 'best crm for nonprofits'],
    ['running shoes for women', 'running shoes for men'],
    ['best laptop', 'best laptop bag for students'],
    ['', 'best laptop'],
  ])('are told apart from others: %s / %s', (a, b) => {
    expect(same(a, b)).toBe(false)
  })

  // Limits of comparing words: documented in docs/opportunities.md.
  it.each([
    ['best laptops below 500 dollars', 'cheap laptops', false],
    ['Which planner is best for planning a wedding?', 'best wedding planner', false],
    ['Which phone has the longest battery life?', 'smartphones with great endurance', false],
    ['Is Asana better than Trello?', 'Is Trello better than Asana?', true],
  ])('are misjudged where meaning is not in the words: %s / %s', (a, b, judged) =>
    expect(same(a, b)).toBe(judged),
  )
})
