import type { Line } from '../markdown/document.ts'
import type { Span } from '../observation.ts'
import { firstEndingAfter } from '../text/spans.ts'
import type { ReadAnswer } from './document.ts'
import { FeatureRow, type Relation, type Sign } from './feature-row.ts'
import { readMentionSigns } from './mention-signs.ts'
import { type Place, shareBefore } from './places.ts'
import { isSubject, type Section } from './sections.ts'
import type { Statement } from './statements.ts'

const STATED = {
  primary: 'statedPrimary',
  strong: 'statedStrong',
  among: 'statedAmong',
  discouraged: 'statedDiscouraged',
} as const satisfies Record<Statement['strength'], Sign>

const SEMICOLON = 59
/** Code units of the line above a list or sentence that introduce it. */
const INTRODUCTION_REACH = 200
/** Code units of a title that are read for separators of names. */
const TITLE_REACH = 2000
/** Sentences after a mention that may go on about it. */
const FOLLOWING = 2

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

/** Counts the cues of the clause of a mention: up to contrasts such as "but", and semicolons. */
function countClause(
  row: FeatureRow,
  { text, cues, names }: ReadAnswer,
  { start, end, passage }: Place,
): void {
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
  for (let at = start - 1; at > low; at -= 1) if (text.charCodeAt(at) === SEMICOLON) low = at
  for (let at = end; at < high; at += 1) if (text.charCodeAt(at) === SEMICOLON) high = at
  const next = names[firstEndingAfter(names, end)]
  row.opinions.addClause({ start: low, end: Math.min(high, next?.start ?? high) })
  row.count('before', passage, low, start)
  row.count('after', passage, end, high)
}

/** The sections that are about the entity, and the one whose list says most of its place. */
function readSubjects(row: FeatureRow, { text }: ReadAnswer, places: readonly Place[]) {
  const own = new Set<Section>()
  let best: Section | undefined
  let depth = 0
  for (const { start, end, around } of places) {
    depth = Math.max(depth, around.length)
    for (const section of around) {
      const { title, list } = section
      if (start < title.start || end > title.end) continue
      row.add('inTitle', 1)
      if (!isSubject(text, section, start)) continue
      own.add(section)
      row.add('isSubject', 1)
      if (!best || (best.list.kind === 'table' && list.kind !== 'table')) best = section
    }
  }
  row.add('depth', depth)
  return { own, best }
}

/** Counts what the sections of the entity say below its title. */
function countSections(row: FeatureRow, { text, passages }: ReadAnswer, own: ReadonlySet<Section>): void {
  for (const { start, end, title } of own) {
    for (
      let at = firstEndingAfter(passages, start), passage = passages[at];
      passage && passage.start < Math.min(end, text.length);
      at += 1, passage = passages[at]
    ) {
      const inTitle = passage.start < title.end
      row.count(inTitle ? 'title' : 'body', passage)
      if (inTitle) continue
      row.opinions.addPassage('body', at)
      row.add('bodyPassages', 1)
      row.add('bodyLength', (passage.end - passage.start) / 100)
    }
  }
}

/** Reads the sentences without a name that go on about the one that a sentence names first. */
function readTopic(row: FeatureRow, { passages, names }: ReadAnswer, { index, start, passage }: Place): void {
  if (!passage || (names[firstEndingAfter(names, passage.start)]?.start ?? start) < start) return
  for (let at = index + 1, next = passages[at]; next?.line === passage.line; at += 1, next = passages[at]) {
    if ((names[firstEndingAfter(names, next.start)]?.start ?? next.end) < next.end) return
    row.opinions.addPassage('topic', at)
  }
}

/** Counts the sentences after the mentions, and all others of their lines. */
function countLines(row: FeatureRow, { passages }: ReadAnswer, named: readonly number[]): void {
  for (const at of named) {
    row.add('sentences', 1)
    for (let next = at + 1; next <= at + FOLLOWING; next += 1) {
      const following = passages[next]
      if (following?.line !== passages[at]?.line) break
      if (!following) continue
      row.opinions.addPassage('follow', next)
      row.count('follow', following)
    }
  }
  for (const at of named) {
    const line = passages[at]?.line
    for (let other = at - 1, passage = passages[other]; passage?.line === line; passage = passages[other]) {
      if (passage) row.count('line', passage)
      other -= 1
    }
    for (let other = at + 1, passage = passages[other]; passage?.line === line; passage = passages[other]) {
      if (passage) row.count('line', passage)
      other += 1
    }
  }
}

/** Counts the titles of the sections around the entity, and the lines that introduce its lists and its sentences. */
function countContexts(
  row: FeatureRow,
  { lines, above, passages }: ReadAnswer,
  { places, own, named }: { places: readonly Place[]; own: ReadonlySet<Section>; named: readonly number[] },
): void {
  const contexts = new Set<Section>()
  for (const { around } of places) for (const section of around) if (!own.has(section)) contexts.add(section)
  for (const { title } of contexts) row.countBetween('heading', title.start, title.end)
  const introduce = (relation: Relation, line: Line | undefined) => {
    if (line) row.countBetween(relation, Math.max(line.start, line.end - INTRODUCTION_REACH), line.end)
  }
  const introduced = new Set<number>()
  for (const { list } of own) introduced.add(above[list.line] ?? -1)
  for (const { list } of contexts) introduced.add(above[list.line] ?? -1)
  for (const line of introduced) introduce('introduction', lines[line])
  for (const at of named) introduce('above', lines[above[passages[at]?.line ?? 0] ?? -1])
}

function readList(row: FeatureRow, { text }: ReadAnswer, best: Section, places: readonly Place[]): void {
  const { list, place, title } = best
  row.setList(list.kind)
  row.add('listSize', list.items.length)
  row.add('place', place + 1)
  row.add('unranked', place < 0 ? 1 : 0)
  const written = text.slice(title.start, Math.min(title.end, title.start + TITLE_REACH))
  const [first] = places
  const width = Math.max(1, title.end - title.start)
  row.add('titleShare', first ? (first.end - first.start) / width : 0)
  row.add('titleSeparators', written.match(/[,/&+]| and | or | vs/gi)?.length ?? 0)
  const inside = places.find(({ start }) => start >= title.start && start < title.end)
  row.add('titlePosition', inside ? (inside.start - title.start) / width : 0)
}

function readScores(row: FeatureRow, { scores, better, worse, stated }: EntityMentions): void {
  row.add('comparedBetter', better)
  row.add('comparedWorse', worse)
  for (const strength of stated) row.add(STATED[strength], 1)
  if (scores.length === 0) return
  let sum = 0
  let highest = -1
  let lowest = 1
  for (const score of scores) {
    sum += score
    highest = Math.max(highest, score)
    lowest = Math.min(lowest, score)
    if (score > 0.25) row.add('positive', 1)
    else if (score < -0.25) row.add('negative', 1)
  }
  row.add('score', sum / scores.length)
  row.add('highest', highest)
  row.add('lowest', lowest)
}

/** The features of an entity of an answer, in the order of `FEATURE_NAMES`. `places` are those of its mentions. */
export function readFeatures(
  answer: ReadAnswer,
  places: readonly Place[],
  mentions: EntityMentions,
): Float64Array {
  const row = new FeatureRow(answer)
  for (const place of places) row.leaveOut(place)
  for (const place of places) countClause(row, answer, place)
  const { own, best } = readSubjects(row, answer, places)
  const found = (sign: Sign) => row.add(sign, 1)
  const last = places[places.length - 1]
  for (const place of places) readMentionSigns(answer, place, place === last, found)
  for (const place of places) {
    if (!place.passage) continue
    row.opinions.addPassage('sentence', place.index)
    row.count('sentence', place.passage)
    readTopic(row, answer, place)
  }
  countSections(row, answer, own)
  const named = [...new Set(places.flatMap(({ index }) => (index < 0 ? [] : index)))]
  countLines(row, answer, named)
  countContexts(row, answer, { places, own, named })
  if (best) readList(row, answer, best, places)
  row.add('mentions', places.length)
  row.add('firstOffset', shareBefore(answer, places[0]))
  row.add('lastOffset', shareBefore(answer, last))
  readScores(row, mentions)
  row.add('english', answer.english ? 1 : 0)
  return row.finish()
}
