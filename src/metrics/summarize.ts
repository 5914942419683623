import { answersNeeded } from './answers-needed.ts'
import { type Counts, countByPrompt, type EntityCounts } from './counts.ts'
import { METRICS_VERSION, type Summary } from './definitions.ts'
import { Estimator } from './estimator.ts'
import { type Impression, impressionsOf } from './impression.ts'
import { PROMINENCES, positionsUpTo, SENTIMENTS } from './intervals.ts'
import type { MetricsAnswer, MetricsInput } from './metrics-input.ts'
import { rate } from './rates.ts'
import { shareSources } from './source-shares.ts'
import { countStatuses, unansweredRates } from './statuses.ts'

/**
 * Computes the metrics of a batch as defined in `METRICS`. They cover completed answers (status `ok`); refusals,
 * answers that were not shown, and failures are counted separately. See {@link Estimator} for the intervals.
 */
export function summarize({ entities, prompts, answers }: MetricsInput): Summary {
  const answered = answers.filter(({ status }) => status === 'ok')
  const whole = panelOf(countByPrompt(answered, entities.length))
  const unbranded = [...whole.counts.places].flatMap(([prompt, place]) =>
    prompts[prompt]?.branded === false ? [place] : [],
  )
  const isPart = unbranded.length > 0 && unbranded.length < whole.counts.places.size
  const voice = isPart ? panelOf(voicesOf(whole.counts, unbranded)) : whole
  const impressions = impressionsOf(answered, entities.length)
  const summaries = entities.map(({ id, name }, index) => ({
    id,
    name,
    ...described(whole, impressions[index], index),
    ...voiceOf(voice, index),
    ...ratesOf(whole, index),
  }))
  const [brand] = summaries
  if (!brand) throw new Error('a batch has at least its brand')
  const { id: _id, name: _name, ...ofBrand } = brand
  const { counts, estimator } = whole
  const results = countStatuses(answers)
  return {
    ...ofBrand,
    metricsVersion: METRICS_VERSION,
    results,
    sample: { prompts: counts.answers.length, answers: results.ok, replicates: counts.replicates },
    shareOfVoicePrompts: unbranded.length > 0 ? 'unbranded' : 'all',
    informativeRate: estimator.rate(counts.informative, counts.answers),
    lostRate: entities.length > 2 ? estimator.rate(counts.lost, counts.answers) : NO_SHARE,
    absence: absenceOf(whole, answers),
    sources: shareSources(answered, entities, counts, estimator),
    answersNeeded: answersNeeded(columnsOf(counts, 0).mentioned, counts.answers),
    entities: summaries,
  }
}

function absenceOf(
  { counts, estimator }: Panel<Counts>,
  answers: readonly MetricsAnswer[],
): Summary['absence'] {
  const { notNamed, denied, deniable } = columnsOf(counts, 0)
  return {
    notNamed: estimator.rate(notNamed, deniable),
    denied: estimator.rate(denied, deniable),
    ...unansweredRates(answers),
  }
}

/** Counts of mentions by prompt. */
type Voices = Pick<Counts, 'answers' | 'voices' | 'mentions'> & {
  entities: Pick<EntityCounts, 'mentioned' | 'mentions'>[]
}

/** Returns the counts of a subset of the prompts. */
function voicesOf({ answers, voices, mentions, entities }: Counts, places: readonly number[]): Voices {
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

/** Counts by prompt with the estimator for their rates. */
interface Panel<Columns> {
  counts: Columns
  estimator: Estimator
}

function panelOf<Columns extends Voices>(counts: Columns): Panel<Columns> {
  return { counts, estimator: new Estimator(counts.answers) }
}

function voiceOf({ counts, estimator }: Panel<Voices>, entity: number) {
  const { mentioned, mentions } = columnsOf(counts, entity)
  if (isAlone(counts)) return { shareOfVoice: NO_SHARE, shareOfMentions: NO_SHARE }
  return {
    shareOfVoice: estimator.rate(mentioned, counts.voices),
    shareOfMentions: estimator.share(mentions, counts.mentions),
  }
}

function ratesOf({ counts, estimator }: Panel<Counts>, entity: number) {
  const columns = columnsOf(counts, entity)
  return {
    mentionRate: estimator.rate(columns.mentioned, counts.answers),
    recommendationRate: estimator.rate(columns.recommended, columns.advising),
    citationRate: estimator.rate(columns.cited, counts.answers),
    retrievedRate: estimator.rate(columns.retrieved, counts.answers),
    citationShare: estimator.share(columns.citations, counts.citations),
    placementRate: estimator.rate(columns.placed, columns.placeable),
    denialRate: estimator.rate(columns.denied, columns.deniable),
    agreement: estimator.share(columns.agreeing, counts.pairs),
  }
}

function described({ counts, estimator }: Panel<Counts>, seen: Impression | undefined, entity: number) {
  if (!seen) throw new Error('every entity is described')
  const columns = columnsOf(counts, entity)
  const {
    advisingNamed,
    recommended,
    position,
    sentiment,
    prominence,
    judged,
    praising,
    mixed,
    criticizing,
  } = columns
  const { strengths, positions, ...impression } = seen
  const positionMean = estimator.mean(position, positionsUpTo(counts.entities.length))
  const sentimentMean = estimator.mean(sentiment, SENTIMENTS)
  return {
    ...impression,
    averagePosition: positionMean.value,
    positionMean,
    positions: { average: positionMean.value, ...positions },
    prominence: estimator.mean(prominence, PROMINENCES),
    sentiment: sentimentMean.value,
    sentimentMean,
    praiseRate: estimator.rate(praising, judged),
    mixedRate: estimator.rate(mixed, judged),
    criticismRate: estimator.rate(criticizing, judged),
    recommendations: {
      whenMentioned: estimator.rate(recommended, advisingNamed),
      share: isAlone(counts) ? NO_SHARE : estimator.rate(recommended, counts.recommendations),
      strengths,
    },
  }
}

/** An undefined share. With a single tracked brand, shares among brands would always be 1. */
const NO_SHARE = rate(0, 0)

function isAlone({ entities }: { entities: unknown[] }): boolean {
  return entities.length === 1
}

function columnsOf<Columns>({ entities }: { entities: Columns[] }, entity: number): Columns {
  const columns = entities[entity]
  if (!columns) throw new Error('every entity is counted')
  return columns
}
