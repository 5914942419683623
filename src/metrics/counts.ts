import type { CitationKind } from '../definitions/vocabulary.ts'
import { MeanCounts } from './mean-counts.ts'
import type { MetricsAnswer, MetricsMention } from './metrics-input.ts'

/** Counts of one entity, by prompt. */
export interface EntityCounts {
  mentioned: Float64Array
  /** Occurrences in the text. */
  mentions: Float64Array
  recommended: Float64Array
  /** Answers checked for a recommendation of the entity, and the subset of them that mention it. */
  advising: Float64Array
  advisingNamed: Float64Array
  /**
   * Answers that cite one of its pages, answers that list one without citing it, and the number of citations of its
   * pages.
   */
  cited: Float64Array
  retrieved: Float64Array
  citations: Float64Array
  /** Answers with cards next to the text, and the ones with a card of the entity among them. */
  placeable: Float64Array
  placed: Float64Array
  denied: Float64Array
  notNamed: Float64Array
  /** Answers with an extraction version that records denials. */
  deniable: Float64Array
  /** Pairs of replicates that agree: both mention the entity or neither does. */
  agreeing: Float64Array
  /** Order of first mention, over the answers that mention the entity. */
  position: MeanCounts
  /** (positive − negative) mentions, over all mentions. */
  sentiment: MeanCounts
  /** 1 − offset of the first mention / length of the answer, over the answers that mention the entity. */
  prominence: MeanCounts
  /** Answers that mention the entity with a known sentiment, and the positive, mixed and negative ones among them. */
  judged: Float64Array
  praising: Float64Array
  mixed: Float64Array
  criticizing: Float64Array
}

/** Counts by prompt, over the prompts with at least one completed answer. */
export interface Counts {
  /** Maps the number of a prompt to its index in the columns. */
  places: ReadonlyMap<number, number>
  answers: Float64Array
  /**
   * Pairs of an answer and a tracked entity it mentions, occurrences of tracked entities, and pairs of an answer and
   * an entity it recommends.
   */
  voices: Float64Array
  mentions: Float64Array
  recommendations: Float64Array
  /** Citations of any page. */
  citations: Float64Array
  /** Answers that mention at least one tracked entity. */
  informative: Float64Array
  /** Answers that mention at least two tracked competitors but not the brand. */
  lost: Float64Array
  /** Pairs of answers to the same prompt, provider and location, and the highest number of answers in such a cell. */
  pairs: Float64Array
  replicates: number
  entities: EntityCounts[]
}

/** Counts completed answers by prompt. */
export function countByPrompt(answered: readonly MetricsAnswer[], entities: number): Counts {
  const places = new Map<number, number>()
  for (const { prompt } of answered) if (!places.has(prompt)) places.set(prompt, places.size)
  const column = () => new Float64Array(places.size)
  const counts: Counts = {
    places,
    answers: column(),
    voices: column(),
    mentions: column(),
    recommendations: column(),
    citations: column(),
    informative: column(),
    lost: column(),
    pairs: column(),
    replicates: 0,
    entities: Array.from({ length: entities }, () => ({
      mentioned: column(),
      mentions: column(),
      recommended: column(),
      advising: column(),
      advisingNamed: column(),
      cited: column(),
      retrieved: column(),
      citations: column(),
      placeable: column(),
      placed: column(),
      denied: column(),
      notNamed: column(),
      deniable: column(),
      agreeing: column(),
      position: new MeanCounts(places.size),
      sentiment: new MeanCounts(places.size),
      prominence: new MeanCounts(places.size),
      judged: column(),
      praising: column(),
      mixed: column(),
      criticizing: column(),
    })),
  }
  const seen = { cited: new Int32Array(entities), retrieved: new Int32Array(entities) }
  for (const [index, answer] of answered.entries()) {
    const place = places.get(answer.prompt) ?? 0
    countMentions(counts, place, answer)
    countSources(counts, place, answer, seen, index + 1)
    countPlacements(counts, place, answer)
  }
  countPairs(counts, answered)
  return counts
}

function countMentions(counts: Counts, place: number, { entities }: MetricsAnswer): void {
  let voices = 0
  for (let index = 0; index < counts.entities.length; index += 1) {
    const [columns, seen] = [counts.entities[index], entities[index]]
    if (!columns || !seen) continue
    if (seen.mentioned) {
      voices += 1
      add(columns.mentioned, place, 1)
      add(columns.mentions, place, seen.mentions)
      add(counts.mentions, place, seen.mentions)
      countImpression(columns, place, seen)
    }
    if (seen.recommended !== null) {
      add(columns.advising, place, 1)
      if (seen.mentioned) add(columns.advisingNamed, place, 1)
    }
    if (seen.recommended) {
      add(columns.recommended, place, 1)
      add(counts.recommendations, place, 1)
    }
    if (seen.denied !== null) {
      add(columns.deniable, place, 1)
      add(columns.denied, place, seen.denied ? 1 : 0)
      add(columns.notNamed, place, seen.denied || seen.mentioned ? 0 : 1)
    }
  }
  add(counts.answers, place, 1)
  add(counts.voices, place, voices)
  add(counts.informative, place, voices > 0 ? 1 : 0)
  add(counts.lost, place, voices > 1 && !entities[0]?.mentioned ? 1 : 0)
}

/**
 * Counts position, prominence and sentiment of a mention. Fields that the extraction version did not store are
 * skipped.
 */
function countImpression(
  columns: EntityCounts,
  place: number,
  { position, prominence, sentiment, label, mentions }: MetricsMention,
): void {
  if (position !== null) columns.position.add(place, position, 1)
  if (prominence !== null) columns.prominence.add(place, prominence, 1)
  if (sentiment !== null) columns.sentiment.add(place, sentiment * mentions, mentions)
  if (label === null) return
  add(columns.judged, place, 1)
  if (label === 'positive') add(columns.praising, place, 1)
  else if (label === 'mixed') add(columns.mixed, place, 1)
  else if (label === 'negative') add(columns.criticizing, place, 1)
}

/**
 * Counts the sources of an answer. `seen` holds the number of the last answer that cited or only listed a page of
 * each entity, so that each answer counts once.
 */
function countSources(
  counts: Counts,
  place: number,
  { sources }: MetricsAnswer,
  seen: Record<CitationKind, Int32Array>,
  number: number,
): void {
  for (const { entity, cited } of sources) {
    if (cited) add(counts.citations, place, 1)
    const columns = entity === null ? undefined : counts.entities[entity]
    if (entity === null || !columns) continue
    if (cited) add(columns.citations, place, 1)
    const kind = cited ? 'cited' : 'retrieved'
    if (seen[kind][entity] !== number) add(columns[kind], place, 1)
    seen[kind][entity] = number
  }
}

function countPlacements(counts: Counts, place: number, { placed }: MetricsAnswer): void {
  if (placed === null) return
  counts.entities.forEach((columns, index) => {
    add(columns.placeable, place, 1)
    if (placed.includes(index)) add(columns.placed, place, 1)
  })
}

/**
 * If k of the n answers in a cell mention an entity, k (k − 1) / 2 + (n − k) (n − k − 1) / 2 of the n (n − 1) / 2
 * pairs agree.
 */
function countPairs(counts: Counts, answered: readonly MetricsAnswer[]): void {
  for (const answers of cellsIn(answered)) {
    const [first] = answers
    counts.replicates = Math.max(counts.replicates, answers.length)
    if (!first || answers.length < 2) continue
    const place = counts.places.get(first.prompt) ?? 0
    add(counts.pairs, place, pairsOf(answers.length))
    counts.entities.forEach(({ agreeing }, index) => {
      let naming = 0
      for (const { entities } of answers) if (entities[index]?.mentioned) naming += 1
      add(agreeing, place, pairsOf(naming) + pairsOf(answers.length - naming))
    })
  }
}

/** Groups answers by prompt, provider, location and persona. */
export function cellsIn(answers: readonly MetricsAnswer[]): Iterable<MetricsAnswer[]> {
  const targets = new Map<string, Map<string, number>>()
  let targetCount = 0
  const cells = new Map<number, MetricsAnswer[]>()
  for (const answer of answers) {
    const place = answer.persona === null ? answer.location : `${answer.location}\n${answer.persona}`
    const locations = targets.get(answer.provider) ?? new Map<string, number>()
    targets.set(answer.provider, locations)
    const target = locations.get(place) ?? targetCount
    if (target === targetCount) {
      locations.set(place, targetCount)
      targetCount += 1
    }
    // A numeric key is faster than building a string for each answer. No batch has this many targets.
    const key = answer.prompt * MOST_TARGETS + target
    const cell = cells.get(key)
    if (cell) cell.push(answer)
    else cells.set(key, [answer])
  }
  return cells.values()
}

const MOST_TARGETS = 1_000_000

function pairsOf(answers: number): number {
  return (answers * (answers - 1)) / 2
}

/** Adds an amount to one element of a column. */
export function add(column: Float64Array, place: number, amount: number): void {
  column[place] = (column[place] ?? 0) + amount
}
