import type { Span } from '../foundation/observation.ts'

/** A sentence of an answer, in which the rules of all kinds of facts look for statements. */
export interface FactSentence extends Span {
  text: string
  /** Lower case, with the same offsets as `text`, and with straight apostrophes. */
  lower: string
  /** Heading or list item that the sentence is part of, in lower case; empty without one. */
  heading: string
  question: boolean
  /** True if the sentence names a product of the brand, or continues a sentence that does. */
  ofProduct: boolean
  /** Returns whether a statement at an offset of `text` is about the brand, and not about another name. */
  isAboutBrand: (at: number) => boolean
  /** Spans of the brand's names, relative to `text`. */
  brandNames: readonly Span[]
}

/** A statement that a rule found: what it says about the fact, and its offset in the sentence. */
export interface RawStatement {
  at: number
  verdict: 'supports' | 'contradicts' | 'unclear'
}

const HEDGES =
  /\b(?:may|might|could|would|should|probably|possibly|perhaps|maybe|reportedly|allegedly|seems?|appears?|apparently|likely|rumou?red|said to|unclear|unsure|not sure|unconfirmed|i (?:think|believe)|depends?|depending|varies|vary|used to|formerly|previously|was once|originally|plans to|planned|planning|coming soon|upcoming|not yet clear|in beta|beta|experimental|check (?:whether|if)|verify|whether|third-party|as of (?:19|20)\d\d)\b/
const CONDITION = /\b(?:if|unless|when you need|in case)\b/

/** Start of the clause that contains an offset: after a semicolon, a contrast, or the start of the sentence. */
function clauseAround(lower: string, at: number): Span {
  const before = lower.slice(0, at)
  let start = 0
  for (const match of before.matchAll(CLAUSE_BREAK)) start = match.index + match[0].length
  CLAUSE_BREAK.lastIndex = at
  const next = CLAUSE_BREAK.exec(lower)
  CLAUSE_BREAK.lastIndex = 0
  return { start, end: next?.index ?? lower.length }
}

const CLAUSE_BREAK =
  /;|\|| — | – |,? (?:but|while|whereas|although|though|however)\b|, yet\b|, and (?=\p{L}+ (?:is|has|does|was)\b)/gu

/** Returns the clause that contains an offset, in lower case, and its start. */
export function clauseAt({ lower }: FactSentence, at: number): { start: number; text: string } {
  const { start, end } = clauseAround(lower, at)
  return { start, text: lower.slice(start, end) }
}

/** True if the clause around an offset is a question, a condition or a guess, which decide nothing. */
export function isHedged(sentence: FactSentence, at: number): boolean {
  if (sentence.question) return true
  const { text } = clauseAt(sentence, at)
  return HEDGES.test(text) || CONDITION.test(text)
}

/** Escapes a text for use in a regular expression. Spaces and hyphens match each other. */
export function termPattern(terms: readonly string[]): string {
  return terms
    .map((term) =>
      term
        .toLowerCase()
        .replaceAll('’', "'")
        .trim()
        .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
        .replace(/[\s-]+/g, '[\\s-]+'),
    )
    .filter((term) => term !== '')
    .sort((a, b) => b.length - a.length)
    .join('|')
}
