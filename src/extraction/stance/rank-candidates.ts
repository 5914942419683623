import type { ListBlock } from '../document/document.ts'
import type { CueKind } from '../languages/foundation/language.ts'
import { CUE_KINDS } from '../languages/foundation/language.ts'
import { firstEndingAfter } from '../text/spans.ts'
import { type AnswerDocument, LIST_KINDS, type ListStatistics } from './answer-document.ts'
import { type MentionLocation, shareBefore } from './locations.ts'
import { isAtEndOfLine, isGlued } from './mention-features.ts'
import { isSubject, type Section } from './sections.ts'

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
const STEP = CONTEXT_KINDS.indexOf('step')
const RECOMMEND = CONTEXT_KINDS.indexOf('recommend')
/**
 * Number of ways to count: among the ranked items, among all items, by the written number, and continued from earlier
 * lists of the same kind.
 */
const OPTIONS = 4
const FIRST_SHARED = OPTIONS + LIST_KINDS.length + 2 * CONTEXT_KINDS.length + 1
/** Length of the introduction above a list that is used, in UTF-16 code units. */
const INTRODUCTION_REACH = 200
const TITLE_END = 8
const BRACKET_REACH = 60

/** Kinds of parent lists, in the order of features. */
const PARENT_KINDS: readonly ListBlock['kind'][] = ['ordered', 'unordered', 'headings', 'sections', 'bold']

export interface RankCandidate {
  rank: number
  section: Section
  features: Float64Array
}

/** Index in `CONTEXT_KINDS` for each kind of cue; −1 for kinds that are not counted. */
const CONTEXT_INDEX = Int8Array.from(CUE_KINDS.map((kind) => CONTEXT_KINDS.indexOf(kind)))

/** Counts the cues between two offsets by `CONTEXT_KINDS`. */
function countIn(
  { cues, kinds }: Pick<AnswerDocument, 'cues' | 'kinds'>,
  start: number,
  end: number,
): Float64Array {
  const counts = new Float64Array(CONTEXT_KINDS.length)
  for (let at = firstEndingAfter(cues, start); (cues[at]?.start ?? end) < end; at += 1) {
    const kind = CONTEXT_INDEX[kinds[at] ?? 0] ?? -1
    if (kind >= 0) counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

/** Returns the statistics of each list of an answer. */
export function listStatistics({
  text,
  lines,
  cues,
  kinds,
  sections,
  above,
}: Pick<AnswerDocument, 'text' | 'lines' | 'cues' | 'kinds' | 'sections' | 'above'>): Map<
  ListBlock,
  ListStatistics
> {
  const facts = new Map<ListBlock, ListStatistics>()
  const before = new Map<string, number>()
  const ofKind = new Map<string, number>()
  const headings = new Int32Array(lines.length)
  let last = -1
  for (let line = 0; line < lines.length; line += 1) {
    if (lines[line]?.kind === 'heading' || lines[line]?.bold) last = line
    headings[line] = last
  }
  let most = 1
  for (const list of new Set(sections.map((section) => section.list))) {
    ofKind.set(list.kind, (ofKind.get(list.kind) ?? 0) + 1)
    most = Math.max(most, list.items.length)
  }
  const count = (start: number, end: number) => countIn({ cues, kinds }, start, end)
  for (const { list } of sections) {
    if (facts.has(list)) continue
    const line = above[list.line] ?? -1
    const introduction = lines[line]
    const title = lines[headings[line] ?? -1]
    const { items } = list
    const start = items[0]?.start ?? 0
    const end = items[items.length - 1]?.end ?? 0
    const inside = count(start, end)
    const length = Math.max(100, end - start)
    let ranked = 0
    let itemLengths = 0
    let titleLengths = 0
    let sentences = 0
    let bold = 0
    for (const item of items) {
      if (!item.unranked) ranked += 1
      if (text.startsWith('**', item.start)) bold += 1
      itemLengths += item.end - item.start
      titleLengths += item.title.end - item.title.start
      if ('.!?'.includes(text.charAt(item.title.end - 1))) sentences += 1
    }
    facts.set(list, {
      introduction: introduction
        ? count(Math.max(introduction.content, introduction.end - INTRODUCTION_REACH), introduction.end)
        : count(0, 0),
      heading: title ? count(title.content, title.end) : count(0, 0),
      number: facts.size,
      ofKind: ofKind.get(list.kind) ?? 1,
      meanItem: itemLengths / items.length / 100,
      meanTitle: titleLengths / items.length / 100,
      steps: ((inside[STEP] ?? 0) * 500) / length,
      recommendations: ((inside[RECOMMEND] ?? 0) * 500) / length,
      before: before.get(list.kind) ?? 0,
      start: start / text.length,
      bold: bold / items.length,
      most,
      coverage: length / text.length,
      sentenceTitles: sentences / items.length,
    })
    before.set(list.kind, (before.get(list.kind) ?? 0) + ranked)
  }
  return facts
}

/**
 * Position of an entity in a list. An item with the entity as its subject is preferred, then a title with its name,
 * then its first mention.
 */
interface ListPosition {
  section: Section
  location: MentionLocation
  subject: boolean
  inTitle: boolean
  /** Number of items in the list that mention it. */
  items: number
  /** Number of sections around the item. */
  depth: number
}

function findListPositions(
  { text }: AnswerDocument,
  locations: readonly MentionLocation[],
): Map<ListBlock, ListPosition> {
  const lists = new Map<ListBlock, ListPosition>()
  for (const location of locations) {
    const { start, around } = location
    around.forEach((section, index) => {
      const { title } = section
      const inTitle = start >= title.start && start < title.end
      const subject = inTitle && isSubject(text, section, start)
      const position = lists.get(section.list)
      if (!position) {
        const depth = around.length - 1 - index
        lists.set(section.list, { section, location, subject, inTitle, items: 1, depth })
        return
      }
      if (position.section !== section) position.items += 1
      if ((subject && !position.subject) || (inTitle && !position.inTitle))
        Object.assign(position, { section, location, subject, inTitle })
    })
  }
  return lists
}

function isInBrackets(text: string, start: number): boolean {
  for (let at = start - 1; at >= Math.max(0, start - BRACKET_REACH); at -= 1) {
    const mark = text.charAt(at)
    if (mark === ')') return false
    if (mark === '(') return true
  }
  return false
}

/**
 * Returns the positions of an entity in lists that may be its rank, with their features. `locations` are the locations of its
 * mentions.
 */
export function rankCandidates(
  answer: AnswerDocument,
  locations: readonly MentionLocation[],
): RankCandidate[] {
  const { text, lines, sections, lists: facts } = answer
  const candidates: RankCandidate[] = []
  const positions = findListPositions(answer, locations)
  let subjects = 0
  let firstList = facts.size
  for (const [list, { subject }] of positions) {
    if (subject) subjects += 1
    firstList = Math.min(firstList, facts.get(list)?.number ?? firstList)
  }
  for (const [list, { section, location, subject, inTitle, items, depth }] of positions) {
    const statistics = facts.get(list)
    if (!statistics || list.items.length < 2) continue
    const parent = sections[section.parent]
    const { title } = section
    const { start, end, line } = location
    const ordinal = lines[firstEndingAfter(lines, title.start)]?.ordinal ?? null
    const options = [
      section.rankedIndex >= 0 ? section.rankedIndex + 1 : null,
      section.index !== section.rankedIndex ? section.index + 1 : null,
      ordinal !== section.rankedIndex + 1 ? ordinal : null,
      statistics.before > 0 && section.rankedIndex >= 0 ? statistics.before + section.rankedIndex + 1 : null,
    ]
    const shared = [
      list.items.length,
      subject ? 1 : 0,
      inTitle ? 1 : 0,
      (end - start) / Math.max(1, title.end - title.start),
      (start - title.start) / 100,
      depth,
      statistics.number,
      statistics.ofKind,
      items,
      statistics.meanItem,
      statistics.meanTitle,
      section.rankedIndex < 0 ? 1 : 0,
      locations.length,
      shareBefore(answer, locations[0]),
      (start - section.start) / Math.max(1, section.end - section.start),
      statistics.steps,
      statistics.recommendations,
      line && isAtEndOfLine(text, end, line.end) ? 1 : 0,
      isGlued(text, start) ? 1 : 0,
      facts.size,
      isInBrackets(text, start) ? 1 : 0,
      section.parent >= 0 ? 1 : 0,
      statistics.coverage,
      /:\s*\**$/.test(text.slice(Math.max(title.start, title.end - TITLE_END), title.end)) ? 1 : 0,
      statistics.sentenceTitles,
      answer.english ? 1 : 0,
      ...PARENT_KINDS.map((kind) => (parent?.list.kind === kind ? 1 : 0)),
      parent ? parent.index + 1 : 0,
      parent?.list.items.length ?? 0,
      statistics.start,
      statistics.bold,
      list.items.length / statistics.most,
      positions.size,
      subjects,
      statistics.number === firstList ? 1 : 0,
      section.index - section.rankedIndex,
    ]
    options.forEach((rank, option) => {
      if (rank === null) return
      const features = new Float64Array(FIRST_SHARED + shared.length)
      features[option] = 1
      features[OPTIONS + LIST_KINDS.indexOf(list.kind)] = 1
      features.set(statistics.introduction, OPTIONS + LIST_KINDS.length)
      features.set(statistics.heading, OPTIONS + LIST_KINDS.length + CONTEXT_KINDS.length)
      features[FIRST_SHARED - 1] = rank
      features.set(shared, FIRST_SHARED)
      candidates.push({ rank, section, features })
    })
  }
  return candidates
}
