import { describe, expect, it } from 'vitest'
import { prepare } from '../extract.ts'
import type { BrandFact } from './brand-fact.ts'
import { checkAnswer, combine, compileFacts } from './check.ts'

const MATCHER = prepare([{ name: 'Acme' }, { name: 'Globex' }])
const OFFLINE: BrandFact = { kind: 'feature', name: 'offline mode', aliases: [], available: true }
const PRICE: BrandFact = { kind: 'price', plan: 'Pro', amount: 12, currency: 'USD', period: 'month' }
const FOUNDED: BrandFact = { kind: 'founded', year: 2015 }

function check(fact: BrandFact, text: string) {
  return combine(checkAnswer(MATCHER, compileFacts([fact]), text).statements[0] ?? [])
}

describe('checkAnswer', () => {
  it('quotes the sentence verbatim, at offsets in the original text', () => {
    const text = 'A list 🎉:\r\n\r\nAcme\u00a0was founded in 2011.  Globex is older.'
    const statement = check(FOUNDED, text)
    expect(statement?.verdict).toBe('contradicts')
    expect(text.slice(statement?.start, statement?.end)).toBe('Acme\u00a0was founded in 2011.')
  })

  it('ignores statements about a competitor in the same sentence', () => {
    expect(check(OFFLINE, 'Globex has no offline mode, so teams often choose Acme.')).toBeNull()
    expect(check(OFFLINE, 'Unlike Globex, Acme does not offer an offline mode.')?.verdict).toBe('contradicts')
    expect(check(FOUNDED, 'Acme was acquired by Globex, which was founded in 1999.')).toBeNull()
  })

  it('compares prices by plan, currency and period', () => {
    const verdictOf = (text: string) => check(PRICE, text)?.verdict ?? null
    expect(verdictOf('Acme Pro costs $12 per user per month.')).toBe('supports')
    expect(verdictOf('Acme Pro costs 144 dollars per year.')).toBe('supports')
    expect(verdictOf('Acme Pro is $15/month.')).toBe('contradicts')
    expect(verdictOf('Acme Pro is $10 per month when billed annually.')).toBe('unclear')
    expect(verdictOf('Acme Pro costs €15 per month.')).toBe('unclear')
    expect(verdictOf('The Acme Business plan costs $30 per month.')).toBeNull()
  })

  it('does not decide about guesses, questions and contested facts', () => {
    expect(check(OFFLINE, 'Acme may not have an offline mode.')?.verdict).toBe('unclear')
    expect(check(OFFLINE, 'Does Acme offer an offline mode?')?.verdict).toBe('unclear')
    const both = 'Acme was founded in 2011.\n\nThe company says that Acme was founded in 2015.'
    expect(check(FOUNDED, both)?.verdict).toBe('unclear')
  })

  it('leaves answers in other languages unread', () => {
    const text = 'Acme ist ein gutes Werkzeug für Teams und wurde im Jahr 2011 gegründet. '.repeat(4)
    expect(checkAnswer(MATCHER, compileFacts([FOUNDED]), text)).toEqual({ read: false, statements: [[]] })
  })

  it('takes linear time for long texts of cues and names', () => {
    for (const unit of ['Acme, Globex and no ', 'free plan or ', '$12 – Acme | ', 'based in Acme '])
      expect(() => check(PRICE, unit.repeat(20_000))).not.toThrow()
  })
})
