import type { MeasuredAnswer, MeasuredBatch } from './measured.ts'
import { clusteredRate, type Rate, rate, sum } from './rates.ts'
import { resamplingOf } from './resampling.ts'
import { type Tally, tallyByPrompt } from './tally.ts'

export type EntitySummary = {
  /** `brand`, or the competitor's id. */
  id: string
  name: string
  mentionRate: Rate
  shareOfVoice: Rate
  /** Mean order of first mention over the answers that name it; null when none does. */
  averagePosition: number | null
  /** Mean over the answers that name it, −1…1; null when none does. */
  sentiment: number | null
  recommendationRate: Rate
  citationRate: Rate
}

/** What a whole batch says: the brand's own rates, and each entity's. */
export type Summary = Omit<EntitySummary, 'id' | 'name'> & {
  /** Answers by what became of them. */
  results: { total: number; ok: number; refused: number; notShown: number; failed: number }
  /** Answers that name at least one tracked entity: the gate for reading any zero. */
  informativeRate: Rate
  entities: EntitySummary[]
}

/**
 * The metrics of a batch, over its completed answers (status `ok`; refusals, answers not shown and failures are
 * counted apart). Definitions: mention rate = answers naming the entity / answers; share of voice = those / all pairs of an
 * answer and a tracked entity it names; recommendation and citation rate likewise over all answers.
 * Intervals: Wilson where each prompt was answered once, or where there is one prompt alone; else a bootstrap over prompts.
 */
export function summarize({
  entities,
  answers,
}: Pick<MeasuredBatch, 'entities'> & { answers: readonly MeasuredAnswer[] }): Summary {
  const answered = answers.filter(({ status }) => status === 'ok')
  const tally = tallyByPrompt(answered, entities.length)
  const estimate = estimatorOf(tally, answered.length)
  const summaries = entities.map(({ id, name }, index) => {
    const columns = tally.entities[index]
    if (!columns) throw new Error('every entity is tallied')
    const named = answered.flatMap((answer) => answer.entities[index] ?? []).filter((seen) => seen.mentioned)
    return {
      id,
      name,
      mentionRate: estimate(columns.mentioned, tally.answers),
      shareOfVoice: estimate(columns.mentioned, tally.voices),
      averagePosition: mean(named.map((seen) => seen.position)),
      sentiment: mean(named.map((seen) => seen.sentiment)),
      recommendationRate: estimate(columns.recommended, tally.answers),
      citationRate: estimate(columns.cited, tally.answers),
    }
  })
  const [brand] = summaries
  if (!brand) throw new Error('a batch has at least its brand')
  const { id: _id, name: _name, ...ofBrand } = brand
  return {
    ...ofBrand,
    results: countStatuses(answers),
    informativeRate: estimate(tally.informative, tally.answers),
    entities: summaries,
  }
}

function estimatorOf(
  { answers }: Tally,
  total: number,
): (counted: Float64Array, outOf: Float64Array) => Rate {
  const prompts = answers.length
  // One prompt cannot be resampled: its answers speak for it alone.
  if (prompts <= 1 || total === prompts) return (counted, outOf) => rate(sum(counted), sum(outOf))
  const resampling = resamplingOf(prompts)
  // Every entity shares the denominators.
  const known = new Map<ArrayLike<number>, Float64Array>()
  const sums = (column: ArrayLike<number>) => {
    const found = known.get(column) ?? resampling.sums(column)
    known.set(column, found)
    return found
  }
  return (counted, outOf) => clusteredRate(counted, outOf, { sums, clusters: prompts })
}

function countStatuses(answers: readonly MeasuredAnswer[]): Summary['results'] {
  const count = (status: MeasuredAnswer['status']) =>
    answers.filter((answer) => answer.status === status).length
  return {
    total: answers.length,
    ok: count('ok'),
    refused: count('refused'),
    notShown: count('not_shown'),
    failed: count('failed'),
  }
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0) / known.length
}
