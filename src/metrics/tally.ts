import type { MeasuredAnswer } from './measured.ts'

/** Counts by prompt of what answers say of one entity. */
export interface EntityTally {
  mentioned: Float64Array
  /** Occurrences. */
  mentions: Float64Array
  recommended: Float64Array
  /** Answers that cite a page of it, those that only list one, and how often pages of it are cited. */
  cited: Float64Array
  retrieved: Float64Array
  citations: Float64Array
  denied: Float64Array
  notNamed: Float64Array
  /** Answers of which it is known whether they deny it. */
  deniable: Float64Array
  /** Pairs of replicates that both name it or both do not. */
  agreeing: Float64Array
}

/** Counts by prompt, over the prompts that were answered at all. */
export interface Tally {
  /** Place of each prompt in the columns, by its number. */
  places: ReadonlyMap<number, number>
  answers: Float64Array
  /** Pairs of an answer and a tracked entity it names; how often it names any; pairs with one it recommends. */
  voices: Float64Array
  mentions: Float64Array
  recommendations: Float64Array
  /** Of any page. */
  citations: Float64Array
  /** Answers that name at least one tracked entity. */
  informative: Float64Array
  /** Pairs of answers to the same prompt, provider and location; the most answers of one such cell. */
  pairs: Float64Array
  replicates: number
  entities: EntityTally[]
}

/** Counts completed answers by prompt. */
export function tallyByPrompt(answered: readonly MeasuredAnswer[], entities: number): Tally {
  const places = new Map<number, number>()
  for (const { prompt } of answered) if (!places.has(prompt)) places.set(prompt, places.size)
  const column = () => new Float64Array(places.size)
  const tally: Tally = {
    places,
    answers: column(),
    voices: column(),
    mentions: column(),
    recommendations: column(),
    citations: column(),
    informative: column(),
    pairs: column(),
    replicates: 0,
    entities: Array.from({ length: entities }, () => ({
      mentioned: column(),
      mentions: column(),
      recommended: column(),
      cited: column(),
      retrieved: column(),
      citations: column(),
      denied: column(),
      notNamed: column(),
      deniable: column(),
      agreeing: column(),
    })),
  }
  const seen = { cited: new Int32Array(entities), retrieved: new Int32Array(entities) }
  for (const [index, answer] of answered.entries()) {
    const place = places.get(answer.prompt) ?? 0
    countMentions(tally, place, answer)
    countSources(tally, place, answer, seen, index + 1)
  }
  countPairs(tally, answered)
  return tally
}

function countMentions(tally: Tally, place: number, { entities }: MeasuredAnswer): void {
  let voices = 0
  for (let index = 0; index < tally.entities.length; index += 1) {
    const [columns, seen] = [tally.entities[index], entities[index]]
    if (!columns || !seen) continue
    if (seen.mentioned) {
      voices += 1
      add(columns.mentioned, place, 1)
      add(columns.mentions, place, seen.mentions)
      add(tally.mentions, place, seen.mentions)
    }
    if (seen.recommended) {
      add(columns.recommended, place, 1)
      add(tally.recommendations, place, 1)
    }
    if (seen.denied !== null) {
      add(columns.deniable, place, 1)
      add(columns.denied, place, seen.denied ? 1 : 0)
      add(columns.notNamed, place, seen.denied || seen.mentioned ? 0 : 1)
    }
  }
  add(tally.answers, place, 1)
  add(tally.voices, place, voices)
  add(tally.informative, place, voices > 0 ? 1 : 0)
}

/** `seen` holds the number of the last answer that cited, or only listed, a page of each entity: one counts once. */
function countSources(
  tally: Tally,
  place: number,
  { sources }: MeasuredAnswer,
  seen: Record<'cited' | 'retrieved', Int32Array>,
  number: number,
): void {
  for (const { entity, cited } of sources) {
    if (cited) add(tally.citations, place, 1)
    const columns = entity === null ? undefined : tally.entities[entity]
    if (entity === null || !columns) continue
    if (cited) add(columns.citations, place, 1)
    const kind = cited ? 'cited' : 'retrieved'
    if (seen[kind][entity] !== number) add(columns[kind], place, 1)
    seen[kind][entity] = number
  }
}

/** Of n answers of a cell, k naming an entity, k (k − 1) / 2 + (n − k) (n − k − 1) / 2 pairs of n (n − 1) / 2 agree. */
function countPairs(tally: Tally, answered: readonly MeasuredAnswer[]): void {
  for (const answers of cellsIn(answered)) {
    const [first] = answers
    tally.replicates = Math.max(tally.replicates, answers.length)
    if (!first || answers.length < 2) continue
    const place = tally.places.get(first.prompt) ?? 0
    add(tally.pairs, place, pairsOf(answers.length))
    tally.entities.forEach(({ agreeing }, index) => {
      let naming = 0
      for (const { entities } of answers) if (entities[index]?.mentioned) naming += 1
      add(agreeing, place, pairsOf(naming) + pairsOf(answers.length - naming))
    })
  }
}

/** Answers to the same prompt, provider and location, together. */
export function cellsIn(answers: readonly MeasuredAnswer[]): Iterable<MeasuredAnswer[]> {
  const targets = new Map<string, Map<string, number>>()
  let known = 0
  const cells = new Map<number, MeasuredAnswer[]>()
  for (const answer of answers) {
    const locations = targets.get(answer.provider) ?? new Map<string, number>()
    targets.set(answer.provider, locations)
    const target = locations.get(answer.location) ?? known
    if (target === known) {
      locations.set(answer.location, known)
      known += 1
    }
    // A number is found much sooner than a text made for each answer; a batch has fewer targets than this.
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

/** Adds to a place of a column. */
export function add(column: Float64Array, place: number, amount: number): void {
  column[place] = (column[place] ?? 0) + amount
}
