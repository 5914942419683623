import type { AnswerWithPages, MetricsMention, SourcePage } from '../../metrics/metrics-input.ts'
import type { Snapshot } from '../brands/snapshot.ts'
import type {
  CitedSource,
  CompetitorDetails,
  CompetitorObservation,
  Observation,
  StoredThemes,
} from '../observations/observation.ts'

type AnswerInput = Pick<AnswerWithPages, 'entities' | 'sources' | 'placed' | 'searched'>

/**
 * Returns a function that converts observations of a batch into input for the metrics. Fields that observations of
 * older extraction versions lack become null.
 */
export function metricsInputOf({ competitors }: Snapshot): (observation: Observation) => AnswerInput {
  const numbers = new Map(competitors.map(({ id }, index) => [id, index + 1]))
  const share = sharedSources()
  const sourceOf = ({ domain, url, title, owner, competitorId, kind }: CitedSource): SourcePage => {
    const entity = owner === 'brand' ? 0 : (numbers.get(competitorId ?? '') ?? null)
    return share({ domain, url, title, entity, cited: kind === 'cited' })
  }
  return (observation) => {
    const { details, citations } = observation
    return {
      entities: [
        { ...brandMention(observation), themes: themesOf(details?.themes, 0) },
        ...observation.competitors.map((competitor, index) => {
          const mention = competitorMention(competitor, details?.competitors[index], details?.length)
          return mention.mentioned ? { ...mention, themes: themesOf(details?.themes, index + 1) } : mention
        }),
      ],
      sources: citations.map(sourceOf),
      placed: placedIn(observation, numbers),
      searched: details?.searched ?? null,
    }
  }
}

/**
 * Maximum number of shared source objects per page. A page has only a few, unless every answer gives it another title.
 */
const MAX_SOURCES_PER_PAGE = 8

/**
 * Returns a function that returns the same object for equal sources, because answers repeat sources thousands of times.
 */
function sharedSources(): (source: SourcePage) => SourcePage {
  const sourcesByUrl = new Map<string, SourcePage[]>()
  return (source) => {
    const { url, domain, title, entity, cited } = source
    const ofPage = sourcesByUrl.get(url)
    if (!ofPage) sourcesByUrl.set(url, [source])
    const same = ofPage?.find(
      (shared) =>
        shared.cited === cited &&
        shared.entity === entity &&
        shared.title === title &&
        shared.domain === domain,
    )
    if (!same && ofPage && ofPage.length < MAX_SOURCES_PER_PAGE) ofPage.push(source)
    return same ?? source
  }
}

/** Returns the indexes of the entities on the cards of an answer; null without cards. */
function placedIn(
  { placements }: Observation,
  numbers: ReadonlyMap<string, number>,
): AnswerWithPages['placed'] {
  if (!placements || placements.length === 0) return null
  const ids = new Set(placements.flatMap(({ entityIds }) => entityIds))
  return [...ids].flatMap((id) => (id === 'brand' ? 0 : (numbers.get(id) ?? [])))
}

function themesOf(themes: StoredThemes | undefined, entity: number): MetricsMention['themes'] {
  return themes
    ? themes.found.flatMap(([of, theme, label]) => (of === entity ? [[theme, label] as const] : []))
    : null
}

function brandMention({ brand, sentiment, recommendation, details }: Observation): MetricsMention {
  const { positive, neutral, negative } = sentiment
  return {
    mentioned: brand.mentioned,
    mentions: brand.mentionCount,
    position: brand.position,
    prominence: prominenceOf(brand.firstOffset, details?.length),
    sentiment: sentiment.score,
    label: sentiment.label,
    tones: { positive, neutral, negative },
    recommended: recommendation.recommended,
    strength: recommendation.strength,
    denied: brand.denied,
    themes: null,
  }
}

const NO_TONES = { positive: 0, neutral: 0, negative: 0 }
const ABSENT: MetricsMention = {
  mentioned: false,
  mentions: 0,
  position: null,
  prominence: null,
  sentiment: null,
  label: null,
  tones: NO_TONES,
  recommended: false,
  strength: null,
  denied: false,
  themes: [],
}
const ABSENT_BEFORE_DETAILS: MetricsMention = { ...ABSENT, tones: null, denied: null, themes: null }

function competitorMention(
  { mentioned, mentionCount, position, sentiment, sentimentLabel, recommended }: CompetitorObservation,
  details: CompetitorDetails | undefined,
  length: number | undefined,
): MetricsMention {
  // Most competitors are absent from most answers, so share these objects; separate ones would take gigabytes.
  if (!mentioned && !details) return ABSENT_BEFORE_DETAILS
  if (!mentioned && !details?.denied) return ABSENT
  return {
    mentioned,
    mentions: mentionCount,
    position,
    prominence: prominenceOf(details?.firstOffset ?? null, length),
    sentiment,
    label: sentimentLabel,
    tones: details
      ? { positive: details.positive, neutral: details.neutral, negative: details.negative }
      : null,
    recommended,
    strength: details?.strength ?? null,
    denied: details?.denied ?? null,
    themes: null,
  }
}

function prominenceOf(firstOffset: number | null, length: number | undefined): number | null {
  // An empty text has no mentions.
  return firstOffset === null || !length ? null : 1 - firstOffset / length
}
