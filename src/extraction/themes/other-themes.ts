import type { MentionSentimentLabel, Span, ThemeKey } from '../foundation/observation.ts'
import { CUE_KINDS, type Language } from '../languages/foundation/language.ts'
import type { AnswerDocument } from '../stance/answer-document.ts'
import { firstEndingAfter } from '../text/spans.ts'

const PRAISE = CUE_KINDS.indexOf('praise')
const FAULT = CUE_KINDS.indexOf('fault')
/** Languages in which an adjective follows its noun. */
const NOUN_FIRST = new Set(['fr', 'es', 'it', 'pt'])
const MIN_WORD_LENGTH = 4
const MAX_WORD_LENGTH = 30
const WORD_AFTER = /^[\s"“'’*_-]+([\p{L}][\p{L}'’-]+)/u
const WORD_BEFORE = /([\p{L}][\p{L}'’-]+)[\s"“'’*_-]+$/u
const REACH = 40

/** Nouns that name no aspect: "the best option", "a loyal following". */
const VAGUE = new Set(
  (
    'alternative alternatives app apps brand brands business businesses candidate candidates choice choices companies company ' +
    'following option options people pick picks platform platforms praise praised praises product products rated recommended ' +
    'reviews software solution solutions team teams thing things tool tools user users'
  ).split(' '),
)

/** An opinion about something that no known theme covers. The span covers the opinion word. */
interface OtherTheme extends Span {
  /** The word that the opinion applies to, in lower case, after `other:`. */
  theme: ThemeKey
  label: MentionSentimentLabel
}

/**
 * Returns the opinions of a segment with the noun that they apply to, such as "haptics" in "excellent haptics". They are
 * candidates for themes: a run counts only words that several answers have in common. Names of brands are no themes.
 * Languages without spaces have none.
 */
export function otherThemesIn(
  lower: string,
  { cues, kinds }: AnswerDocument,
  segment: Span,
  { code, grammar }: Language,
  names: readonly Span[],
): OtherTheme[] {
  if (grammar.functionWords.length === 0) return []
  const skipped = functionWordsOf(grammar.functionWords)
  const found: OtherTheme[] = []
  for (let at = firstEndingAfter(cues, segment.start); ; at += 1) {
    const cue = cues[at]
    if (!cue || cue.end > segment.end) return found
    const kind = kinds[at]
    if ((kind !== PRAISE && kind !== FAULT) || cue.start < segment.start) continue
    const noun = NOUN_FIRST.has(code) ? nounBefore(lower, segment, cue) : nounAfter(lower, segment, cue)
    if (!noun) continue
    const { word, start } = noun
    if (word.length < MIN_WORD_LENGTH || word.length > MAX_WORD_LENGTH) continue
    if (skipped.has(word) || VAGUE.has(word)) continue
    const name = names[firstEndingAfter(names, start)]
    if (name && name.start < start + word.length) continue
    const label = kind === PRAISE ? 'positive' : 'negative'
    found.push({ theme: `other:${word}`, label, start: cue.start, end: cue.end })
  }
}

/** A noun with its offset. */
interface Noun {
  word: string
  start: number
}

function nounBefore(lower: string, segment: Span, cue: Span): Noun | null {
  const from = Math.max(segment.start, cue.start - REACH)
  const match = WORD_BEFORE.exec(lower.slice(from, cue.start))
  return match?.[1] === undefined ? null : { word: match[1], start: from + match.index }
}

function nounAfter(lower: string, segment: Span, cue: Span): Noun | null {
  const match = WORD_AFTER.exec(lower.slice(cue.end, Math.min(segment.end, cue.end + REACH)))
  if (match?.[1] === undefined) return null
  return { word: match[1], start: cue.end + match[0].length - match[1].length }
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

function functionWordsOf(words: readonly string[]): ReadonlySet<string> {
  const existing = sets.get(words)
  if (existing) return existing
  const set = new Set(words)
  sets.set(words, set)
  return set
}
