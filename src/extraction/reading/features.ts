import type { FoundCue } from '../languages/scan-cues.ts'
import type { Line } from '../markdown/document.ts'
import type { Span } from '../observation.ts'
import { firstEndingAfter } from '../text/spans.ts'
import { ANSWER_SIGNS, CUE_KINDS, LIST_KINDS, type ReadAnswer } from './document.ts'
import { type Section, sectionsAround } from './sections.ts'
import type { Statement } from './statements.ts'

const KIND_INDEX = new Map(CUE_KINDS.map((kind, index) => [kind, index]))

/** Where cues stand in relation to an entity. */
const RELATIONS = [
  'before',
  'after',
  'sentence',
  'title',
  'body',
  'follow',
  'heading',
  'introduction',
  'line',
  'above',
] as const
type Relation = (typeof RELATIONS)[number]

const SIGNS = [
  'comparedBetter',
  'comparedWorse',
  'statedPrimary',
  'statedStrong',
  'statedAmong',
  'statedDiscouraged',
  'mentions',
  'firstOffset',
  'lastOffset',
  'inTitle',
  'isSubject',
  'inHeading',
  'inBold',
  'inFirstCell',
  'inOtherCell',
  'inParentheses',
  'endsLine',
  'endsLineAfterStop',
  'glued',
  'afterBullet',
  'possessive',
  'afterComma',
  'beforeComma',
  'beginsLine',
  'beginsSentence',
  'question',
  'firstLine',
  'lastLine',
  'listSize',
  'place',
  'titleShare',
  'titleSeparators',
  'titlePosition',
  'depth',
  'unranked',
  'bodyLength',
  'bodyPassages',
  'score',
  'highest',
  'lowest',
  'positive',
  'negative',
  'sentences',
  ...ANSWER_SIGNS,
  'english',
  'afterPrice',
  'sharedTitle',
  'colonAfter',
  'dashAfter',
  'linked',
] as const
type Sign = (typeof SIGNS)[number]

const STATED = {
  primary: 'statedPrimary',
  strong: 'statedStrong',
  among: 'statedAmong',
  discouraged: 'statedDiscouraged',
} as const satisfies Record<Statement['strength'], Sign>

/** Names of the features in their order, for training reports. */
export const FEATURE_NAMES: readonly string[] = [
  ...RELATIONS.flatMap((relation) => CUE_KINDS.map((kind) => `${relation} ${kind}`)),
  ...LIST_KINDS.map((kind) => `list ${kind}`),
  ...SIGNS,
]
const SIGN_INDEX = new Map(
  SIGNS.map((sign, index) => [sign, RELATIONS.length * CUE_KINDS.length + LIST_KINDS.length + index]),
)
const RELATION_INDEX = new Map(RELATIONS.map((relation, index) => [relation, index * CUE_KINDS.length]))

/** An entity's mentions in ascending order. */
export interface EntityMentions {
  spans: readonly Span[]
  /** What the sentiment models give each mention, −1…1; empty where they were not asked. */
  scores: readonly number[]
  /** Comparisons that call it better than another name, and worse. */
  better: number
  worse: number
  /** What the sentences say of them in so many words. */
  stated: readonly Statement['strength'][]
}

/** Mentions from which the features of an entity are read, so that time stays linear in the text. */
export const MOST_MENTIONS = 40
/** Code units of a line that are looked at on either side of a mention. */
const LINE_REACH = 2000
const NEGATION_REACH = 24
const FAULT = 1

/** Index of each cue's kind; praise and fault after a negation change places. */
export function effectiveKinds(text: string, cues: readonly FoundCue[]): Int32Array {
  return Int32Array.from(cues, ({ kind, start }, index) => {
    const at = KIND_INDEX.get(kind) ?? 0
    if (at > FAULT) return at
    const before = cues[index - 1]
    const negated =
      before?.kind === 'negation' &&
      start - before.end <= NEGATION_REACH &&
      !/[.,;:!?\n]/.test(text.slice(before.end, start))
    return negated ? 1 - at : at
  })
}

export function indexAt(spans: readonly Span[], offset: number): number {
  const index = firstEndingAfter(spans, offset)
  const span = spans[index]
  return span && span.start <= offset ? index : -1
}

/** Place of a mention among the passages of the answer, 0…1. */
export function placeOf(passages: readonly Span[], mention: Span | undefined): number {
  return mention ? firstEndingAfter(passages, mention.start) / Math.max(1, passages.length) : 0
}

/** The features of an entity of an answer, in the order of `FEATURE_NAMES`. */
export function readFeatures(
  answer: ReadAnswer,
  { spans: all, scores, better, worse, stated }: EntityMentions,
): Float64Array {
  const { text, lines, cues, kinds, passages, sections } = answer
  const spans = all.slice(0, MOST_MENTIONS)
  const features = new Float64Array(FEATURE_NAMES.length)
  const add = (sign: Sign, value: number) => {
    const at = SIGN_INDEX.get(sign) ?? 0
    features[at] = (features[at] ?? 0) + value
  }
  const most = (sign: Sign, value: number) => {
    const at = SIGN_INDEX.get(sign) ?? 0
    features[at] = Math.max(features[at] ?? 0, value)
  }
  const counted = new Uint8Array(cues.length)
  const count = (relation: Relation, from: number, to: number, low = 0, high = text.length) => {
    const base = RELATION_INDEX.get(relation) ?? 0
    for (let cue = from; cue < to; cue += 1) {
      const { start, end } = cues[cue] ?? { start: 0, end: 0 }
      if (start < low || end > high || counted[cue]) continue
      counted[cue] = 1
      const at = base + (kinds[cue] ?? 0)
      features[at] = (features[at] ?? 0) + 1
    }
  }
  const direct = spans.map(({ start }) => indexAt(passages, start))
  // The name itself says nothing.
  for (const { start, end } of spans) {
    for (let cue = firstEndingAfter(cues, start); (cues[cue]?.start ?? text.length) < end; cue += 1)
      counted[cue] = 1
  }
  spans.forEach(({ start, end }, index) => {
    const passage = passages[direct[index] ?? -1]
    if (!passage) return
    let low = passage.start
    let high = passage.end
    for (let cue = passage.from; cue < passage.to; cue += 1) {
      const found = cues[cue]
      if (found?.kind !== 'contrast') continue
      if (found.end <= start) low = found.start
      else if (found.start >= end) {
        high = found.start
        break
      }
    }
    const semicolon = text.slice(low, start).lastIndexOf(';')
    if (semicolon >= 0) low += semicolon
    const next = text.slice(end, high).indexOf(';')
    if (next >= 0) high = end + next
    count('before', passage.from, passage.to, low, start)
    count('after', passage.from, passage.to, end, high)
  })
  const own = new Set<Section>()
  let best: Section | undefined
  spans.forEach(({ start, end }, index) => {
    const line = lines[passages[direct[index] ?? -1]?.line ?? -1]
    const passage = passages[direct[index] ?? -1]
    const around = sectionsAround(sections, start)
    most('depth', around.length)
    for (const section of around) {
      const { title, list } = section
      if (start >= title.start && end <= title.end) {
        add('inTitle', 1)
        const before = text
          .slice(Math.max(title.start, start - LINE_REACH), start)
          .replace(/[*_#\s"“(]+/g, '')
        const opening = text
          .slice(title.start, Math.min(title.end, title.start + LINE_REACH))
          .search(/ [–—-] |[–—]|: |:\*|:$| \(|, |\. /u)
        const isSubject = before.length <= 12 || opening < 0 || start < title.start + opening
        if (isSubject) {
          own.add(section)
          add('isSubject', 1)
          if (!best || (best.list.kind === 'table' && list.kind !== 'table')) best = section
        }
      }
    }
    if (line) {
      if (line.kind === 'heading') add('inHeading', 1)
      const before = text.slice(Math.max(line.content, start - LINE_REACH), start)
      if ((before.split('**').length - 1) % 2 === 1) add('inBold', 1)
      if (before.split('(').length - 1 > before.split(')').length - 1) add('inParentheses', 1)
      if (line.kind === 'row') add((before.match(/\|/g)?.length ?? 0) <= 1 ? 'inFirstCell' : 'inOtherCell', 1)
      if (/^[\s*_.)\]]*(?:\+\d+)?[\s*_.)\]]*$/.test(text.slice(end, Math.min(line.end, end + LINE_REACH)))) {
        add('endsLine', 1)
        if (/[.!?)…][\s”"]*$/.test(before)) add('endsLineAfterStop', 1)
      }
      if (/[\p{L}\p{N}.!?)]$/u.test(before)) add('glued', 1)
      if (/•\s*$/.test(before)) add('afterBullet', 1)
      if (/[$€£¥₹]\s?[\d.,]+|[\d.,]+\s?[$€£¥]/.test(text.slice(end, Math.min(end + 14, line.end))))
        add('afterPrice', 1)
      if (/^[*_\s]*$/.test(before)) add('beginsLine', 1)
      if (/,\s*\**$/.test(before)) add('afterComma', 1)
      if (/\]\(/.test(text.slice(end, end + 4))) add('linked', 1)
      if (line === lines[0]) add('firstLine', 1)
      if (index === spans.length - 1 && line === lines[answer.lastLine]) add('lastLine', 1)
    }
    const after = text.slice(end, Math.min(end + 6, line?.end ?? end))
    if (/^\**['’]s?\b/.test(after)) add('possessive', 1)
    if (/^\**,/.test(after)) add('beforeComma', 1)
    if (/^\**:/.test(after)) add('colonAfter', 1)
    if (/^\**\s*[–—-]\s/.test(after)) add('dashAfter', 1)
    if (passage) {
      if (/^[\s*_"“(]*$/.test(text.slice(Math.max(passage.start, start - LINE_REACH), start)))
        add('beginsSentence', 1)
      if (text.slice(passage.start, passage.end).includes('?')) add('question', 1)
    }
  })
  // Cells of the same row and bodies of own sections.
  spans.forEach((_, index) => {
    const passage = passages[direct[index] ?? -1]
    if (!passage) return
    count('sentence', passage.from, passage.to)
  })
  for (const section of own) {
    for (
      let at = firstEndingAfter(passages, section.start);
      (passages[at]?.start ?? text.length) < section.end;
      at += 1
    ) {
      const passage = passages[at]
      if (!passage) break
      const inTitle = passage.start < section.title.end
      // A passage of a smaller section that is not the entity's belongs to that section.
      count(inTitle ? 'title' : 'body', passage.from, passage.to)
      if (!inTitle) {
        add('bodyPassages', 1)
        add('bodyLength', (passage.end - passage.start) / 100)
      }
    }
  }
  for (const at of new Set(direct)) {
    const passage = passages[at]
    if (!passage) continue
    add('sentences', 1)
    for (let next = at + 1; next <= at + 2; next += 1) {
      const following = passages[next]
      if (!following || following.line !== passage.line) break
      count('follow', following.from, following.to)
    }
  }
  for (const at of new Set(direct)) {
    const passage = passages[at]
    if (!passage) continue
    for (let other = at - 1; passages[other]?.line === passage.line; other -= 1)
      count('line', passages[other]?.from ?? 0, passages[other]?.to ?? 0)
    for (let other = at + 1; passages[other]?.line === passage.line; other += 1)
      count('line', passages[other]?.from ?? 0, passages[other]?.to ?? 0)
  }
  const contexts = new Set<Section>()
  spans.forEach(({ start }) => {
    for (const section of sectionsAround(sections, start)) if (!own.has(section)) contexts.add(section)
  })
  const lineCues = (relation: Relation, line: Line | undefined, low = 0) => {
    if (!line) return
    let from = firstEndingAfter(cues, Math.max(line.start, low))
    const first = from
    while ((cues[from]?.start ?? text.length) < line.end) from += 1
    count(relation, first, from)
  }
  for (const { title } of contexts) {
    let from = firstEndingAfter(cues, title.start)
    const first = from
    while ((cues[from]?.start ?? text.length) < title.end) from += 1
    count('heading', first, from)
  }
  const introduced = new Set<number>()
  for (const section of [...own, ...contexts]) {
    const line = answer.above[section.list.line] ?? -1
    if (line >= 0) introduced.add(line)
  }
  for (const line of introduced) lineCues('introduction', lines[line], (lines[line]?.end ?? 0) - 200)
  for (const at of new Set(direct)) {
    const line = answer.above[passages[at]?.line ?? 0] ?? -1
    if (line >= 0) lineCues('above', lines[line], (lines[line]?.end ?? 0) - 200)
  }
  if (best) {
    const { list, place, title } = best
    const kind = RELATIONS.length * CUE_KINDS.length + LIST_KINDS.indexOf(list.kind)
    features[kind] = 1
    add('listSize', list.items.length)
    add('place', place + 1)
    add('unranked', place < 0 ? 1 : 0)
    const written = text.slice(title.start, Math.min(title.end, title.start + LINE_REACH))
    const length = (spans[0]?.end ?? 0) - (spans[0]?.start ?? 0)
    add('titleShare', length / Math.max(1, title.end - title.start))
    add('titleSeparators', written.match(/[,/&+]| and | or | vs/gi)?.length ?? 0)
    const inside = spans.find(({ start }) => start >= title.start && start < title.end)
    add('titlePosition', inside ? (inside.start - title.start) / Math.max(1, title.end - title.start) : 0)
  }
  const [first] = spans
  const last = spans[spans.length - 1]
  add('mentions', spans.length)
  add('firstOffset', placeOf(passages, first))
  add('lastOffset', placeOf(passages, last))
  let sum = 0
  let highest = -1
  let lowest = 1
  add('comparedBetter', better)
  add('comparedWorse', worse)
  for (const strength of stated) add(STATED[strength], 1)
  for (const score of scores) {
    sum += score
    highest = Math.max(highest, score)
    lowest = Math.min(lowest, score)
    if (score > 0.25) add('positive', 1)
    else if (score < -0.25) add('negative', 1)
  }
  if (scores.length > 0) {
    add('score', sum / scores.length)
    add('highest', highest)
    add('lowest', lowest)
  }
  for (const [sign, value] of answer.signs) add(sign, value)
  add('english', answer.english ? 1 : 0)
  return features
}
