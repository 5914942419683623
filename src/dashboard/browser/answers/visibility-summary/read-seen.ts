import { RATE, type Rate } from '../../charts/rate.tsx'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import type { AnswersSearch } from '../../routing/answer-search.ts'
import { type Condition, conditionOf } from './seen-sentence.ts'

const MEASURED = graphql(
  `
    fragment Measured on RunMetrics @_unmask {
      summary {
        mentionRate {
          ...RateFigure
        }
        recommendationRate {
          ...RateFigure
        }
        absence {
          notNamed {
            ...RateFigure
          }
          denied {
            ...RateFigure
          }
          refused {
            ...RateFigure
          }
          notShown {
            ...RateFigure
          }
          failed {
            ...RateFigure
          }
        }
        entities {
          entityId
          mentionRate {
            ...RateFigure
          }
          recommendationRate {
            ...RateFigure
          }
          denialRate {
            ...RateFigure
          }
        }
      }
    }
  `,
  [RATE],
)

/** Counts the answers that a condition applies to and the answers that meet it, with the metrics of that part of the run. */
export const SEEN_IN_RUN = graphql(
  `
    query SeenInRun(
      $id: ID!
      $asked: ResultFilter!
      $met: ResultFilter!
      $scope: MetricScope!
      $value: String
      $isMeasured: Boolean!
    ) {
      run(id: $id) {
        id
        asked: results(first: 0, filter: $asked) {
          totalCount
        }
        met: results(first: 0, filter: $met) {
          totalCount
        }
        metrics(scope: $scope, value: $value) @include(if: $isMeasured) {
          ...Measured
        }
      }
    }
  `,
  [MEASURED],
)

/** Same for a one-off analysis. */
export const SEEN_IN_ANALYSIS = graphql(
  `
    query SeenInAnalysis(
      $id: ID!
      $asked: ResultFilter!
      $met: ResultFilter!
      $scope: MetricScope!
      $value: String
      $isMeasured: Boolean!
    ) {
      asyncAnalysis(id: $id) {
        id
        asked: results(first: 0, filter: $asked) {
          totalCount
        }
        met: results(first: 0, filter: $met) {
          totalCount
        }
        metrics(scope: $scope, value: $value) @include(if: $isMeasured) {
          ...Measured
        }
      }
    }
  `,
  [MEASURED],
)

/** Filters for which the server has no metrics. */
const UNMEASURED = ['prompt', 'domain', 'url', 'listedDomain', 'listedUrl', 'q', 'kind'] as const

/**
 * Returns the scope of the server's metrics that matches a search: one provider, country or tag, or the whole run.
 * `isMeasured` is false if there is none.
 */
export function measuredPart(search: AnswersSearch): {
  scope: 'ALL' | 'PROVIDER' | 'LOCATION' | 'TAG'
  value: string | null
  isMeasured: boolean
} {
  const { provider, location, tag } = search
  const parts = [
    provider && ({ scope: 'PROVIDER', value: provider } as const),
    location && ({ scope: 'LOCATION', value: location } as const),
    tag && ({ scope: 'TAG', value: tag } as const),
  ].filter((part) => part !== undefined && part !== '')
  const isMeasured = parts.length <= 1 && UNMEASURED.every((name) => !search[name])
  return { scope: 'ALL', value: null, ...parts[0], isMeasured }
}

/** Returns the rate for a search's condition; null if the server has none. */
export function rateOf(measured: ResultOf<typeof MEASURED> | undefined, search: AnswersSearch): Rate | null {
  if (!measured) return null
  const { summary } = measured
  const entityId = search.entity ?? 'brand'
  const entity = summary.entities.find((candidate) => candidate.entityId === entityId)
  const condition = conditionOf(search)
  switch (condition.is) {
    case 'named':
      return heldOrNot(entity?.mentionRate ?? null, condition)
    case 'recommended':
      return heldOrNot(entity?.recommendationRate ?? null, condition)
    case 'sentiment':
      return null
    case 'absence':
      if (condition.cause === 'denied') return entity?.denialRate ?? null
      return condition.cause === 'notNamed' && entityId !== 'brand' ? null : summary.absence[condition.cause]
  }
}

/**
 * Inverts the rate for a negated condition: the share of answers not mentioning a brand is one minus the mention rate.
 */
function heldOrNot(rate: Rate | null, { holds }: Extract<Condition, { holds: boolean }>): Rate | null {
  if (!rate || holds) return rate
  const { numerator, denominator, value, low, high } = rate
  return {
    numerator: denominator - numerator,
    denominator,
    value: value === null ? null : 1 - value,
    low: high === null ? null : 1 - high,
    high: low === null ? null : 1 - low,
  }
}
