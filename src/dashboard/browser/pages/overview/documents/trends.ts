import { RATE } from '../../../figures/rate.tsx'
import { graphql, type ResultOf } from '../../../graphql/graphql.ts'
import { CHANGES } from './changes.ts'
import { ENTITY } from './entity.ts'
import { PARTS } from './parts.ts'

const POINT = graphql(
  `
    fragment OverviewPoint on TrendPoint @_unmask {
      runId
      completedAt
      mentionRate {
        ...RateFigure
      }
      change {
        verdict
        difference
        low
        high
        prompts
        previousRun {
          id
          databaseId
        }
      }
      sample {
        answers
        prompts
        replicates
      }
      entities {
        ...OverviewEntity
      }
    }
  `,
  [RATE, ENTITY],
)

/** A run with its figures under the filters of the page. */
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
        ...OverviewChanges
      }
      run {
        ...OverviewParts
      }
    }
  `,
  [RATE, CHANGES, PARTS],
)

/** The run that is shown, with what is asked of no other one. */
export type ShownPoint = Point & ResultOf<typeof SHOWN>

/** The figures of the latest runs until a time, the newest first; `shown` is the newest of them. */
export const TRENDS = graphql(
  `
    query OverviewTrends($id: ID!, $provider: String, $location: CountryCode, $tag: String, $to: DateTime) {
      project(id: $id) {
        id
        trends(first: 26, provider: $provider, location: $location, tag: $tag, to: $to) {
          nodes {
            ...OverviewPoint
          }
        }
        shown: trends(first: 1, provider: $provider, location: $location, tag: $tag, to: $to) {
          nodes {
            ...OverviewShownPoint
          }
        }
      }
    }
  `,
  [POINT, SHOWN],
)
