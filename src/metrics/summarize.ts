import { type Rate, rate } from './rates.ts'

export interface MeasuredEntity {
  id: string
  name: string
}

/** One answer, as far as the metrics care. */
export interface MeasuredAnswer {
  status: 'pending' | 'ok' | 'refused' | 'not_shown' | 'failed'
  /** Number of its prompt: answers of one prompt are not independent. */
  prompt: number
  /** One for each entity, the analysis brand first; empty unless the status is `ok`. */
  entities: {
    mentioned: boolean
    position: number | null
    /** −1…1, null without a mention. */
    sentiment: number | null
    recommended: boolean
    cited: boolean
  }[]
}

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
 */
export function summarize({
  entities,
  answers,
}: {
  entities: readonly MeasuredEntity[]
  answers: readonly MeasuredAnswer[]
}): Summary {
  const answered = answers.filter(({ status }) => status === 'ok')
  const voices = answered.reduce((sum, answer) => sum + answer.entities.filter((e) => e.mentioned).length, 0)
  const summaries = entities.map(({ id, name }, index) => ({
    id,
    name,
    ...summarizeEntity(
      answered.map((answer) => answer.entities[index]).filter((entity) => entity !== undefined),
      answered.length,
      voices,
    ),
  }))
  const [brand] = summaries
  if (!brand) throw new Error('a batch has at least its brand')
  const { id: _id, name: _name, ...ofBrand } = brand
  const count = (status: MeasuredAnswer['status']) =>
    answers.filter((answer) => answer.status === status).length
  return {
    ...ofBrand,
    results: {
      total: answers.length,
      ok: answered.length,
      refused: count('refused'),
      notShown: count('not_shown'),
      failed: count('failed'),
    },
    informativeRate: rate(
      answered.filter((answer) => answer.entities.some((entity) => entity.mentioned)).length,
      answered.length,
    ),
    entities: summaries,
  }
}

function summarizeEntity(seen: MeasuredAnswer['entities'], answers: number, voices: number) {
  const named = seen.filter((entity) => entity.mentioned)
  return {
    mentionRate: rate(named.length, answers),
    shareOfVoice: rate(named.length, voices),
    averagePosition: mean(named.map((entity) => entity.position)),
    sentiment: mean(named.map((entity) => entity.sentiment)),
    recommendationRate: rate(seen.filter((entity) => entity.recommended).length, answers),
    citationRate: rate(seen.filter((entity) => entity.cited).length, answers),
  }
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
