import { CHANGES, ENTITY } from '../../../charts/entity-metrics.ts'
import { RATE } from '../../../charts/rate.tsx'
import { graphql, type ResultOf } from '../../../graphql/graphql.ts'
import { PARTS } from './parts.ts'

const POINT = graphql(
  `
    fragment OverviewPoint on TrendPoint @_unmask {
      runId
      completedAt
      mentionRate {
        ...RateFigure
      }
      comparison {
        verdict
        difference
        low
        high
        promptCount
        rate
        previousRate
        previousRun {
          id
          databaseId
        }
      }
      sample {
        answers
        promptCount
        replicates
      }
      entities {
        ...EntityFigures
      }
    }
  `,
  [RATE, ENTITY],
)

/** A run with its metrics for the page's filters. */
export type Point = ResultOf<typeof POINT>

const SHOWN = graphql(
  `
    fragment OverviewShownPoint on TrendPoint @_unmask {
      runId
      answersNeeded {
        changes {
          points
          answers
        }
      }
      resultCounts {
        total
        ok
        refused
        notShown
        failed
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
      changes {
        ...ChangesOfEntity
      }
      run {
        ...OverviewParts
      }
    }
  `,
  [RATE, CHANGES, PARTS],
)

/** The shown run, with the additional fields fetched only for it. */
export type ShownPoint = Point & ResultOf<typeof SHOWN>

/** Fetches the metrics of the latest runs up to a time, the newest first. `shown` is the newest of them. */
export const TRENDS = graphql(
  `
    query OverviewTrends($id: ID!, $provider: String, $location: Location, $tag: String, $to: DateTime) {
      project(id: $id) {
        id
        trends(first: 26, filter: { provider: $provider, location: $location, tag: $tag }, to: $to) {
          nodes {
            ...OverviewPoint
          }
        }
        shown: trends(first: 1, filter: { provider: $provider, location: $location, tag: $tag }, to: $to) {
          nodes {
            ...OverviewShownPoint
          }
        }
      }
    }
  `,
  [POINT, SHOWN],
)
