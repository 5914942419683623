import type { Line } from '../document/document.ts'
import type { Statement } from '../opinions/statements.ts'
import { firstEndingAfter } from '../text/spans.ts'
import type { AnswerDocument } from './answer-document.ts'
import type { EntityMentions } from './entity-mentions.ts'
import { type EntityFeature, FeatureRow, type Relation } from './feature-row.ts'
import { type MentionLocation, shareBefore } from './locations.ts'
import { mentionFeatures } from './mention-features.ts'
import { isSubject, type Section } from './sections.ts'

const STATED = {
  primary: 'statedPrimary',
  strong: 'statedStrong',
  among: 'statedAmong',
  discouraged: 'statedDiscouraged',
} as const satisfies Record<Statement['strength'], EntityFeature>

const SEMICOLON = 59
/** Length of the introduction above a list or sentence that is used, in UTF-16 code units. */
const INTRODUCTION_REACH = 200
/** Length of a title that is searched for separators between names, in UTF-16 code units. */
const TITLE_REACH = 2000
/** Number of sentences after a mention that may still be about it. */
const FOLLOWING = 2

/** Counts the cues in the clause of a mention, which ends at semicolons and at contrasts such as "but". */
function countClause(
  row: FeatureRow,
  { text, cues, names }: AnswerDocument,
  { start, end, passage }: MentionLocation,
): void {
  if (!passage) return
  let low = passage.start
  let high = passage.end
  for (let cue = passage.from; cue < passage.to; cue += 1) {
    const contrast = cues[cue]
    if (contrast?.kind !== 'contrast') continue
    if (contrast.end <= start) low = contrast.start
    else if (contrast.start >= end) {
      high = contrast.start
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

/** Returns the sections that are about the entity, and the most relevant one for its position in a list. */
function readSubjects(row: FeatureRow, { text }: AnswerDocument, locations: readonly MentionLocation[]) {
  const own = new Set<Section>()
  let best: Section | undefined
  let depth = 0
  for (const { start, end, around } of locations) {
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

/** Counts the cues in the entity's sections, separately for title and body. */
function countSections(row: FeatureRow, { text, passages }: AnswerDocument, own: ReadonlySet<Section>): void {
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

/** Adds the sentences without names that continue the topic of a sentence, if the mention is the first name there. */
function readTopic(
  row: FeatureRow,
  { passages, names }: AnswerDocument,
  { index, start, passage }: MentionLocation,
): void {
  if (!passage || (names[firstEndingAfter(names, passage.start)]?.start ?? start) < start) return
  for (let at = index + 1, next = passages[at]; next?.line === passage.line; at += 1, next = passages[at]) {
    if ((names[firstEndingAfter(names, next.start)]?.start ?? next.end) < next.end) return
    row.opinions.addPassage('topic', at)
  }
}

/** Counts the sentences after the mentions, then all other sentences on the same lines. */
function countLines(row: FeatureRow, { passages }: AnswerDocument, named: readonly number[]): void {
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
    for (
      let neighbor = at - 1, passage = passages[neighbor];
      passage?.line === line;
      passage = passages[neighbor]
    ) {
      if (passage) row.count('line', passage)
      neighbor -= 1
    }
    for (
      let neighbor = at + 1, passage = passages[neighbor];
      passage?.line === line;
      passage = passages[neighbor]
    ) {
      if (passage) row.count('line', passage)
      neighbor += 1
    }
  }
}

/** Counts the titles of the surrounding sections and the lines that introduce the entity's lists and sentences. */
function countContexts(
  row: FeatureRow,
  { lines, above, passages }: AnswerDocument,
  {
    locations,
    own,
    named,
  }: { locations: readonly MentionLocation[]; own: ReadonlySet<Section>; named: readonly number[] },
): void {
  const contexts = new Set<Section>()
  for (const { around } of locations)
    for (const section of around) if (!own.has(section)) contexts.add(section)
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

function readList(
  row: FeatureRow,
  { text }: AnswerDocument,
  best: Section,
  locations: readonly MentionLocation[],
): void {
  const { list, rankedIndex, title } = best
  row.setList(list.kind)
  row.add('listSize', list.items.length)
  row.add('rankedIndex', rankedIndex + 1)
  row.add('unranked', rankedIndex < 0 ? 1 : 0)
  const written = text.slice(title.start, Math.min(title.end, title.start + TITLE_REACH))
  const [first] = locations
  const width = Math.max(1, title.end - title.start)
  row.add('titleShare', first ? (first.end - first.start) / width : 0)
  row.add('titleSeparators', written.match(/[,/&+]| and | or | vs/gi)?.length ?? 0)
  const inside = locations.find(({ start }) => start >= title.start && start < title.end)
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

/**
 * Returns the features of an entity in an answer, in the order of `FEATURE_NAMES`. `locations` are the locations of its
 * mentions.
 */
export function entityFeatures(
  answer: AnswerDocument,
  locations: readonly MentionLocation[],
  mentions: EntityMentions,
): Float64Array {
  const row = new FeatureRow(answer)
  for (const location of locations) row.leaveOut(location)
  for (const location of locations) countClause(row, answer, location)
  const { own, best } = readSubjects(row, answer, locations)
  const found = (feature: EntityFeature) => row.add(feature, 1)
  const last = locations[locations.length - 1]
  for (const location of locations) mentionFeatures(answer, location, location === last, found)
  for (const location of locations) {
    if (!location.passage) continue
    row.opinions.addPassage('sentence', location.index)
    row.count('sentence', location.passage)
    readTopic(row, answer, location)
  }
  countSections(row, answer, own)
  const named = [...new Set(locations.flatMap(({ index }) => (index < 0 ? [] : index)))]
  countLines(row, answer, named)
  countContexts(row, answer, { locations, own, named })
  if (best) readList(row, answer, best, locations)
  row.add('mentions', locations.length)
  row.add('firstOffset', shareBefore(answer, locations[0]))
  row.add('lastOffset', shareBefore(answer, last))
  readScores(row, mentions)
  row.add('english', answer.english ? 1 : 0)
  return row.finish()
}
