import { analyze, type Matcher } from '../extract.ts'
import { canonicalText } from '../text/canonical-text.ts'
import { findAvailability } from './availability.ts'
import type { BrandFact, FactStatement, FactVerdict } from './brand-fact.ts'
import { DECIDABLE } from './decidable.ts'
import { findFeature, findFreePlan, findFreeTrial } from './feature.ts'
import { findFounded } from './founded.ts'
import { findHeadquarters } from './headquarters.ts'
import { findPrice } from './price.ts'
import type { FactSentence, RawStatement } from './sentence.ts'
import { findFactSentences } from './subject.ts'

/** Version of the rules, stored with every check. Increase it for any change in results. */
export const FACT_RULES_VERSION = 1

/** Result of checking one answer. */
export interface CheckedAnswer {
  /** False if the answer is in a language that the rules do not read. Nothing was checked. */
  read: boolean
  /** The statements about each fact, in the order of the facts; one per sentence. See {@link combine}. */
  statements: FactStatement[][]
}

/** A fact with its compiled rule. */
export interface CompiledFact {
  fact: BrandFact
  find: (sentence: FactSentence) => RawStatement[]
}

/** Compiles facts once for any number of answers. */
export function compileFacts(facts: readonly BrandFact[]): CompiledFact[] {
  return facts.map((fact) => ({ fact, find: ruleOf(fact) }))
}

function ruleOf(fact: BrandFact): CompiledFact['find'] {
  switch (fact.kind) {
    case 'price':
      return findPrice(fact)
    case 'founded':
      return findFounded(fact)
    case 'headquarters':
      return findHeadquarters(fact)
    case 'feature':
      return findFeature(fact)
    case 'availability':
      return findAvailability(fact)
    case 'free_plan':
      return findFreePlan(fact)
    case 'free_trial':
      return findFreeTrial(fact)
  }
}

/** The language of a shorter text cannot be recognized reliably. The rules only match English words anyway. */
const MIN_RECOGNIZED_LENGTH = 200

/**
 * Checks an answer against facts about the brand, which is the first entity of the matcher. Deterministic; only English
 * answers are read. Offsets are UTF-16 code units of the original text. With `trusted: false`, also returns the verdicts
 * that the rules may not decide (see {@link DECIDABLE}), for measuring them.
 */
export function checkAnswer(
  matcher: Matcher,
  facts: readonly CompiledFact[],
  original: string,
  { trusted = true }: { trusted?: boolean } = {},
): CheckedAnswer {
  const { text, toOriginal } = canonicalText(original)
  const { document, names, language } = analyze(matcher, text)
  const { code } = language
  if (code !== 'en' && code !== null && text.length >= MIN_RECOGNIZED_LENGTH)
    return { read: false, statements: facts.map(() => []) }
  const sentences = findFactSentences({
    text,
    document,
    names: names.names,
    trackedCount: matcher.names.entities.length,
  })
  const statements = facts.map(({ fact, find }) =>
    sentences.flatMap((sentence): FactStatement[] => {
      const { start, end } = sentence
      const about = find(sentence).filter(({ at }) => sentence.isAboutBrand(at))
      // "$99 a year ($49 with the store's card)": the other amounts of the sentence are special prices.
      const supporting = fact.kind === 'price' && about.find(({ verdict }) => verdict === 'supports')
      const statement = supporting || strongest(about)
      // A product may differ from the brand's other products. The company is the same.
      const certain = !sentence.ofProduct || fact.kind === 'founded' || fact.kind === 'headquarters'
      const decided = certain && (DECIDABLE[fact.kind] || !trusted)
      return statement
        ? [{ ...toOriginal({ start, end }), verdict: decided ? statement.verdict : 'unclear' }]
        : []
    }),
  )
  return { read: true, statements }
}

const ORDER: Record<FactVerdict, number> = { unclear: 0, supports: 1, contradicts: 2 }

function strongest<T extends { verdict: FactVerdict }>(statements: readonly T[]): T | null {
  return statements.reduce<T | null>(
    (best, statement) => (best === null || ORDER[statement.verdict] > ORDER[best.verdict] ? statement : best),
    null,
  )
}

/**
 * Combines the statements of an answer about a fact; null if there are none. An answer that both supports and contradicts a
 * fact is unclear.
 */
export function combine<T extends FactStatement>(statements: readonly T[]): T | null {
  const best = strongest(statements)
  const contested =
    best?.verdict === 'contradicts' && statements.some(({ verdict }) => verdict === 'supports')
  return best && contested ? { ...best, verdict: 'unclear' } : best
}
