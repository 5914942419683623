import type { CueKind } from '../languages/language.ts'
import type { FoundCue } from '../languages/scan-cues.ts'
import type { ListBlock } from '../markdown/document.ts'
import type { Span } from '../observation.ts'
import { firstEndingAfter } from '../text/spans.ts'
import { LIST_KINDS, type ListFacts, type ReadAnswer } from './document.ts'
import { MOST_MENTIONS, placeOf } from './features.ts'
import { type Section, sectionsAround } from './sections.ts'

const CONTEXT_KINDS: readonly CueKind[] = [
  'choices',
  'merits',
  'faults',
  'verdict',
  'other',
  'first',
  'recommend',
  'suggest',
  'discourage',
  'step',
  'source',
  'partner',
  'better',
  'shop',
]
const VALUES = ['place', 'index', 'ordinal', 'cumulative'] as const

export interface RankCandidate {
  rank: number
  section: Section
  features: number[]
}

function countIn(cues: readonly FoundCue[], { start, end }: Span): number[] {
  const counts = CONTEXT_KINDS.map(() => 0)
  for (let at = firstEndingAfter(cues, start); (cues[at]?.start ?? end) < end; at += 1) {
    const kind = CONTEXT_KINDS.indexOf(cues[at]?.kind ?? 'fact')
    if (kind >= 0) counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

/** The facts of each list of an answer. */
export function readListFacts({
  text,
  lines,
  cues,
  sections,
  above,
}: Pick<ReadAnswer, 'text' | 'lines' | 'cues' | 'sections' | 'above'>): Map<ListBlock, ListFacts> {
  const facts = new Map<ListBlock, ListFacts>()
  const before = new Map<string, number>()
  const ofKind = new Map<string, number>()
  const headings = new Int32Array(lines.length)
  let last = -1
  lines.forEach(({ kind, bold }, line) => {
    if (kind === 'heading' || bold) last = line
    headings[line] = last
  })
  for (const list of new Set(sections.map((section) => section.list)))
    ofKind.set(list.kind, (ofKind.get(list.kind) ?? 0) + 1)
  for (const { list } of sections) {
    if (facts.has(list)) continue
    const line = above[list.line] ?? -1
    const introduction = lines[line]
    const title = lines[headings[line] ?? -1]
    const whole = { start: list.items[0]?.start ?? 0, end: list.items[list.items.length - 1]?.end ?? 0 }
    const inside = countIn(cues, whole)
    const length = Math.max(100, whole.end - whole.start)
    const ranked = list.items.filter(({ unranked }) => !unranked)
    const sum = (value: (item: ListBlock['items'][number]) => number) =>
      list.items.reduce((total, item) => total + value(item), 0) / list.items.length
    facts.set(list, {
      introduction: introduction
        ? countIn(cues, {
            start: Math.max(introduction.content, introduction.end - 200),
            end: introduction.end,
          })
        : CONTEXT_KINDS.map(() => 0),
      heading: title ? countIn(cues, { start: title.content, end: title.end }) : CONTEXT_KINDS.map(() => 0),
      number: facts.size,
      ofKind: ofKind.get(list.kind) ?? 1,
      meanItem: sum(({ start, end }) => end - start) / 100,
      meanTitle: sum(({ title }) => title.end - title.start) / 100,
      steps: ((inside[CONTEXT_KINDS.indexOf('step')] ?? 0) * 500) / length,
      praise: ((inside[CONTEXT_KINDS.indexOf('recommend')] ?? 0) * 500) / length,
      before: before.get(list.kind) ?? 0,
      coverage: length / text.length,
      sentenceTitles: sum(({ title }) => ('.!?'.includes(text.charAt(title.end - 1)) ? 1 : 0)),
    })
    before.set(list.kind, (before.get(list.kind) ?? 0) + ranked.length)
  }
  return facts
}

/** Code units of a title that are looked at. */
const TITLE_REACH = 2000
const TITLE_END = 8
const SEPARATOR = / [–—-] |[–—]|: |:\*|:$| \(|, |\. /u

/** The places of an entity in the lists of an answer that may be its rank, with their features. */
export function rankCandidates(answer: ReadAnswer, all: readonly Span[]): RankCandidate[] {
  const { text, lines, sections, lists: facts } = answer
  const spans = all.slice(0, MOST_MENTIONS)
  const candidates: RankCandidate[] = []
  const lists = new Map<
    ListBlock,
    { section: Section; span: Span; subject: boolean; inTitle: boolean; items: number; depth: number }
  >()
  for (const span of spans) {
    const around = sectionsAround(sections, span.start)
    around.forEach((section, depth) => {
      const { title } = section
      const inTitle = span.start >= title.start && span.start < title.end
      const opening = text
        .slice(title.start, Math.min(title.end, title.start + TITLE_REACH))
        .search(SEPARATOR)
      const before = text
        .slice(Math.max(title.start, span.start - TITLE_REACH), span.start)
        .replace(/[*_#\s"“([]+/g, '')
      const subject = inTitle && (before.length <= 12 || opening < 0 || span.start < title.start + opening)
      const known = lists.get(section.list)
      if (!known)
        lists.set(section.list, {
          section,
          span,
          subject,
          inTitle,
          items: 1,
          depth: around.length - 1 - depth,
        })
      else {
        if (known.section !== section) known.items += 1
        if ((subject && !known.subject) || (inTitle && !known.inTitle))
          Object.assign(known, { section, span, subject, inTitle })
      }
    })
  }
  for (const [list, { section, span, subject, inTitle, items, depth }] of lists) {
    const known = facts.get(list)
    if (!known || list.items.length < 2) continue
    const { title } = section
    const here = lines[firstEndingAfter(lines, span.start)]
    const ordinal = lines[firstEndingAfter(lines, title.start)]?.ordinal ?? null
    const options: Partial<Record<(typeof VALUES)[number], number>> = {}
    if (section.place >= 0) options.place = section.place + 1
    if (section.index !== section.place) options.index = section.index + 1
    if (ordinal !== null && ordinal !== section.place + 1) options.ordinal = ordinal
    if (known.before > 0 && section.place >= 0) options.cumulative = known.before + section.place + 1
    for (const value of VALUES) {
      const rank = options[value]
      if (rank === undefined) continue
      candidates.push({
        rank,
        section,
        features: [
          ...VALUES.map((one) => (one === value ? 1 : 0)),
          ...LIST_KINDS.map((kind) => (kind === list.kind ? 1 : 0)),
          ...known.introduction,
          ...known.heading,
          rank,
          list.items.length,
          subject ? 1 : 0,
          inTitle ? 1 : 0,
          (span.end - span.start) / Math.max(1, title.end - title.start),
          (span.start - title.start) / 100,
          depth,
          known.number,
          known.ofKind,
          items,
          known.meanItem,
          known.meanTitle,
          section.place < 0 ? 1 : 0,
          spans.length,
          placeOf(answer.passages, spans[0]),
          (span.start - section.start) / Math.max(1, section.end - section.start),
          known.steps,
          known.praise,
          here &&
          /^[\s*_.)\]]*(?:\+\d+)?[\s*_.)\]]*$/.test(
            text.slice(span.end, Math.min(here.end, span.end + TITLE_REACH)),
          )
            ? 1
            : 0,
          /[\p{L}\p{N}.!?)]$/u.test(text.slice(Math.max(0, span.start - 1), span.start)) ? 1 : 0,
          facts.size,
          /\([^)]*$/.test(text.slice(Math.max(0, span.start - 60), span.start)) ? 1 : 0,
          section.parent >= 0 ? 1 : 0,
          known.coverage,
          /:\s*\**$/.test(text.slice(Math.max(title.start, title.end - TITLE_END), title.end)) ? 1 : 0,
          known.sentenceTitles,
          answer.english ? 1 : 0,
        ],
      })
    }
  }
  return candidates
}
