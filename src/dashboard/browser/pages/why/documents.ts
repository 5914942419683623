import { RATE } from '../../charts/rate.tsx'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'

const CHANGE = graphql(`
  fragment ThemeChange on MetricChange @_unmask {
    difference
    low
    high
    adjustedVerdict
  }
`)

const THEME = graphql(
  `
    fragment ThemeRow on Theme @_unmask {
      theme
      positive
      negative
      positiveRate {
        ...RateFigure
      }
      negativeRate {
        ...RateFigure
      }
      positiveChange {
        ...ThemeChange
      }
      negativeChange {
        ...ThemeChange
      }
      quotes {
        label
        text
        result {
          id
          databaseId
          promptText
          provider {
            id
            label
          }
        }
      }
    }
  `,
  [RATE, CHANGE],
)
export type Theme = ResultOf<typeof THEME>
export type ThemeChange = ResultOf<typeof CHANGE>

/** The themes of the latest run with results, for the brand and each competitor. */
export const THEMES = graphql(
  `
    query Why($id: ID!, $provider: String) {
      project(id: $id) {
        id
        runThemes(provider: $provider) {
          run {
            id
            databaseId
            simulated
          }
          brands {
            entityId
            name
            mentioningAnswers
            themes {
              ...ThemeRow
            }
          }
        }
      }
    }
  `,
  [THEME],
)
type Data = ResultOf<typeof THEMES>
export type RunThemes = NonNullable<NonNullable<Data['project']>['runThemes']>
