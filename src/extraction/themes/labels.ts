import type { MentionSentimentLabel, Span } from '../foundation/observation.ts'
import { CUE_KINDS } from '../languages/foundation/language.ts'
import type { FoundCue } from '../languages/scan-cues.ts'
import type { AnswerDocument } from '../stance/answer-document.ts'
import type { Passage } from '../stance/passages.ts'
import { sectionsAround } from '../stance/sections.ts'
import { firstEndingAfter } from '../text/spans.ts'
import type { ThemeKind } from './theme-cues.ts'

const PRAISE = CUE_KINDS.indexOf('praise')
const FAULT = CUE_KINDS.indexOf('fault')
const NEGATION = CUE_KINDS.indexOf('negation')
const MERITS = CUE_KINDS.indexOf('merits')
const FAULTS = CUE_KINDS.indexOf('faults')
/** Maximum distance between an opinion and the aspect it applies to, in UTF-16 code units. */
const REACH = 30
/** Maximum distance between a negation and the word that it reverses, in UTF-16 code units. */
const NEGATION_REACH = 18
/** Length of a heading or introduction that is searched for "pros" or "cons", in UTF-16 code units. */
const TITLE_REACH = 60

/** Returns the label of praise or criticism, which a negation before it reverses: "not cheap". */
export function labelOfOpinion(answer: AnswerDocument, cue: FoundCue<ThemeKind>): MentionSentimentLabel {
  const isPraise = (cue.kind.role === 'praise') !== isNegated(answer, cue)
  return isPraise ? 'positive' : 'negative'
}

function isNegated({ text, cues, kinds }: AnswerDocument, { start }: Span): boolean {
  for (let at = firstEndingAfter(cues, start - NEGATION_REACH - 1); ; at += 1) {
    const cue = cues[at]
    if (!cue || cue.end > start) return false
    if (kinds[at] === NEGATION && !/[.,;:!?\n]/.test(text.slice(cue.end, start))) return true
  }
}

/** An opinion next to the name of an aspect. */
export interface NearbyOpinion extends Span {
  label: MentionSentimentLabel
}

/** Returns the opinion in the segment that is nearest to the name of an aspect; null if there is none close to it. */
export function opinionNextTo(
  { text, cues, kinds }: AnswerDocument,
  segment: Span,
  { start, end }: Span,
): NearbyOpinion | null {
  let nearest = REACH + 1
  let opinion: NearbyOpinion | null = null
  for (let at = firstEndingAfter(cues, Math.max(segment.start, start - REACH)); ; at += 1) {
    const cue = cues[at]
    if (!cue || cue.start > end + REACH || cue.end > segment.end) return opinion
    const kind = kinds[at]
    if ((kind !== PRAISE && kind !== FAULT) || cue.start < segment.start) continue
    const isBefore = cue.end <= start
    const distance = isBefore ? start - cue.end : Math.max(0, cue.start - end)
    if (distance >= nearest) continue
    if (/[,;:|]/.test(isBefore ? text.slice(cue.end, start) : text.slice(end, cue.start))) continue
    nearest = distance
    opinion = { start: cue.start, end: cue.end, label: kind === PRAISE ? 'positive' : 'negative' }
  }
}

/** Returns the label of a passage in a list of merits or faults, such as below "Pros:"; null elsewhere. */
export function contextOf(answer: AnswerDocument, passage: Passage): MentionSentimentLabel | null {
  const { lines, above } = answer
  const line = lines[passage.line]
  if (!line) return null
  const own = labelBetween(answer, line.content, Math.min(passage.end, line.content + TITLE_REACH), true)
  if (own) return own
  for (const { title } of sectionsAround(answer.sections, passage.start).slice(0, 3)) {
    const titled = labelBetween(answer, title.start, Math.min(title.end, title.start + TITLE_REACH), false)
    if (titled) return titled
  }
  for (
    let at = above[passage.line] ?? -1, step = 0;
    at >= 0 && step < MAX_ITEMS;
    at = above[at] ?? -1, step += 1
  ) {
    const earlier = lines[at]
    if (!earlier) return null
    if (earlier.kind === 'item' && line.kind === 'item' && earlier.indent === line.indent) continue
    return labelBetween(answer, earlier.content, Math.min(earlier.end, earlier.content + TITLE_REACH), false)
  }
  return null
}

/** Maximum number of items between a heading and an item that it still applies to. */
const MAX_ITEMS = 12

const EMOJI_PRAISE = /^[*_\s]*(?:👍|✅|✔|✓)/u
const EMOJI_FAULT = /^[*_\s]*(?:👎|❌|✘|✗|⚠)/u

function labelBetween(
  { text, cues, kinds }: AnswerDocument,
  start: number,
  end: number,
  isLabel: boolean,
): MentionSentimentLabel | null {
  const written = text.slice(start, end)
  if (EMOJI_PRAISE.test(written)) return 'positive'
  if (EMOJI_FAULT.test(written)) return 'negative'
  for (let at = firstEndingAfter(cues, start); ; at += 1) {
    const cue = cues[at]
    if (!cue || cue.start >= end) return null
    const kind = kinds[at]
    if (kind !== MERITS && kind !== FAULTS) continue
    // In a sentence, the word is a label only if a colon or dash follows: "Cons: slow support".
    if (isLabel && !/^[*_\s]*[:–—-]/u.test(text.slice(cue.end, cue.end + 6))) continue
    return kind === MERITS ? 'positive' : 'negative'
  }
}
