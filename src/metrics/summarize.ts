import { type AnswersNeeded, answersNeeded } from './answers-needed.ts'
import { METRICS_VERSION } from './definitions.ts'
import { Estimator } from './estimator.ts'
import { type Impression, impressionsOf, type StrengthCounts } from './impression.ts'
import type { MeasuredAnswer, MeasuredBatch } from './measured.ts'
import { type Rate, rate } from './rates.ts'
import { type SourceShares, shareSources } from './source-shares.ts'
import { type EntityTally, type Tally, tallyByPrompt } from './tally.ts'

/** What the answers say of one entity; each field is defined in `METRICS`. */
export type EntitySummary = Omit<Impression, 'strengths'> & {
  /** `brand`, or the competitor's id. */
  id: string
  name: string
  mentionRate: Rate
  shareOfVoice: Rate
  shareOfMentions: Rate
  averagePosition: number | null
  recommendationRate: Rate
  recommendations: { whenMentioned: Rate; share: Rate; strengths: StrengthCounts }
  citationRate: Rate
  retrievedRate: Rate
  citationShare: Rate
  denialRate: Rate
  agreement: Rate
}

/** What a whole batch says beside the rates of its entities. */
export type ScopeSummary = {
  /** Of the definitions that it was computed by; 0 for a summary from before there were versions. */
  metricsVersion: number
  /** Answers by what became of them. */
  results: { total: number; ok: number; refused: number; notShown: number; failed: number }
  /** What the rates are computed from: answered prompts, their answers, and the most answers of a prompt, provider and location. */
  sample: { prompts: number; answers: number; replicates: number }
  /** Over which prompts the shares of voice and of mentions are: those that do not name the brand, or all where all do. */
  shareOfVoicePrompts: 'unbranded' | 'all'
  informativeRate: Rate
  /** Why the brand is not seen, each with the denominator that fits it. */
  absence: { notNamed: Rate; denied: Rate; refused: Rate; notShown: Rate; failed: Rate }
  sources: SourceShares
  answersNeeded: AnswersNeeded
}

/** What a whole batch says: the brand's own rates, and each entity's. */
export type Summary = Omit<EntitySummary, 'id' | 'name'> & ScopeSummary & { entities: EntitySummary[] }

/**
 * The metrics of a batch, over its completed answers (status `ok`; refusals, answers not shown and failures are
 * counted apart), defined in `METRICS`. Intervals: see {@link Estimator}.
 */
export function summarize({ entities, prompts, answers }: MeasuredBatch): Summary {
  const answered = answers.filter(({ status }) => status === 'ok')
  const whole = panelOf(tallyByPrompt(answered, entities.length))
  const unbranded = [...whole.tally.places].flatMap(([prompt, place]) =>
    prompts[prompt]?.branded === false ? [place] : [],
  )
  const isPart = unbranded.length > 0 && unbranded.length < whole.tally.places.size
  const voice = isPart ? panelOf(voicesOf(whole.tally, unbranded)) : whole
  const impressions = impressionsOf(answered, entities.length)
  const summaries = entities.map(({ id, name }, index) => ({
    id,
    name,
    ...voiceOf(voice, index),
    ...ratesOf(whole, index),
    ...described(whole, impressions[index], index),
  }))
  const [brand] = summaries
  if (!brand) throw new Error('a batch has at least its brand')
  const { id: _id, name: _name, ...ofBrand } = brand
  const { tally, estimator } = whole
  const results = countStatuses(answers)
  return {
    ...ofBrand,
    metricsVersion: METRICS_VERSION,
    results,
    sample: { prompts: tally.answers.length, answers: results.ok, replicates: tally.replicates },
    shareOfVoicePrompts: unbranded.length > 0 ? 'unbranded' : 'all',
    informativeRate: estimator.rate(tally.informative, tally.answers),
    absence: absenceOf(whole, results),
    sources: shareSources(answered, entities, tally, estimator),
    answersNeeded: answersNeeded(columnsOf(tally, 0).mentioned, tally.answers),
    entities: summaries,
  }
}

function absenceOf(
  { tally, estimator }: Panel<Tally>,
  { ok, refused, notShown, failed, total }: Summary['results'],
): Summary['absence'] {
  const { notNamed, denied, deniable } = columnsOf(tally, 0)
  return {
    notNamed: estimator.rate(notNamed, deniable),
    denied: estimator.rate(denied, deniable),
    refused: rate(refused, ok + refused),
    notShown: rate(notShown, ok + refused + notShown),
    failed: rate(failed, total),
  }
}

/** Counts by prompt of who is named. */
type Voices = Pick<Tally, 'answers' | 'voices' | 'mentions'> & {
  entities: Pick<EntityTally, 'mentioned' | 'mentions'>[]
}

/** The same counts of some of the prompts. */
function voicesOf({ answers, voices, mentions, entities }: Tally, places: readonly number[]): Voices {
  const pick = (column: Float64Array) => Float64Array.from(places, (place) => column[place] ?? 0)
  return {
    answers: pick(answers),
    voices: pick(voices),
    mentions: pick(mentions),
    entities: entities.map((entity) => ({
      mentioned: pick(entity.mentioned),
      mentions: pick(entity.mentions),
    })),
  }
}

/** Counts by prompt with what makes rates of them. */
interface Panel<Counts> {
  tally: Counts
  estimator: Estimator
}

function panelOf<Counts extends Voices>(tally: Counts): Panel<Counts> {
  return { tally, estimator: new Estimator(tally.answers) }
}

function voiceOf({ tally, estimator }: Panel<Voices>, entity: number) {
  const { mentioned, mentions } = columnsOf(tally, entity)
  return {
    shareOfVoice: estimator.rate(mentioned, tally.voices),
    shareOfMentions: estimator.share(mentions, tally.mentions),
  }
}

function ratesOf({ tally, estimator }: Panel<Tally>, entity: number) {
  const columns = columnsOf(tally, entity)
  return {
    mentionRate: estimator.rate(columns.mentioned, tally.answers),
    recommendationRate: estimator.rate(columns.recommended, tally.answers),
    citationRate: estimator.rate(columns.cited, tally.answers),
    retrievedRate: estimator.rate(columns.retrieved, tally.answers),
    citationShare: estimator.share(columns.citations, tally.citations),
    denialRate: estimator.rate(columns.denied, columns.deniable),
    agreement: estimator.share(columns.agreeing, tally.pairs),
  }
}

function described({ tally, estimator }: Panel<Tally>, seen: Impression | undefined, entity: number) {
  if (!seen) throw new Error('every entity is described')
  const { mentioned, recommended } = columnsOf(tally, entity)
  const { strengths, ...impression } = seen
  return {
    ...impression,
    averagePosition: impression.positions.average,
    recommendations: {
      whenMentioned: estimator.rate(recommended, mentioned),
      share: estimator.rate(recommended, tally.recommendations),
      strengths,
    },
  }
}

function columnsOf<Columns>({ entities }: { entities: Columns[] }, entity: number): Columns {
  const columns = entities[entity]
  if (!columns) throw new Error('every entity is tallied')
  return columns
}

function countStatuses(answers: readonly MeasuredAnswer[]): Summary['results'] {
  const results = { total: answers.length, ok: 0, refused: 0, notShown: 0, failed: 0 }
  for (const { status } of answers) {
    if (status === 'not_shown') results.notShown += 1
    else if (status !== 'pending') results[status] += 1
  }
  return results
}
