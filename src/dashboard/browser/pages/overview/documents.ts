import { MEAN } from '../../figures/mean.tsx'
import { RATE } from '../../figures/rate.tsx'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'

const ENTITY = graphql(
  `
    fragment OverviewEntity on EntitySummary @_unmask {
      entityId
      name
      mentionRate {
        ...RateFigure
      }
      shareOfVoice {
        ...RateFigure
      }
      recommendationRate {
        ...RateFigure
      }
      positionMean {
        ...MeanFigure
      }
      sentimentMean {
        ...MeanFigure
      }
      praiseRate {
        ...RateFigure
      }
      criticismRate {
        ...RateFigure
      }
    }
  `,
  [RATE, MEAN],
)

/** The figures of an entity in a run. */
export type EntityFigures = ResultOf<typeof ENTITY>

const RUN = graphql(`
  fragment OverviewRun on AnalysisRun @_unmask {
    id
    databaseId
    status
    trigger
    createdAt
    startedAt
    finishedAt
    simulated
    progress {
      total
      completed
      failed
    }
  }
`)

/** A run in the lists of the page. */
export type OverviewRun = ResultOf<typeof RUN>

/** The runs to choose from, the tags, and what comes next. */
export const RUNS = graphql(
  `
    query OverviewRuns($id: ID!) {
      project(id: $id) {
        id
        runs(first: 50) {
          nodes {
            ...OverviewRun
          }
        }
        tags(first: 200) {
          nodes {
            id
            name
          }
        }
        schedule {
          enabled
          nextRunAt
        }
      }
    }
  `,
  [RUN],
)

const CHANGE = graphql(`
  fragment OverviewChange on MetricChange @_unmask {
    verdict
    adjustedVerdict
    difference
    low
    high
  }
`)

const CHANGES = graphql(
  `
  fragment OverviewChanges on EntityChanges @_unmask {
    entityId
    name
    mentionRate {
      ...OverviewChange
    }
    shareOfVoice {
      ...OverviewChange
    }
    averagePosition {
      ...OverviewChange
    }
    sentiment {
      ...OverviewChange
    }
    recommendationRate {
      ...OverviewChange
    }
  }
`,
  [CHANGE],
)

/** How the figures of an entity changed against the run before. */
export type EntityChanges = ResultOf<typeof CHANGES>

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

const PARTS = graphql(
  `
    fragment OverviewParts on AnalysisRun @_unmask {
      id
      providers {
        id
        token
        label
      }
      locations
      metrics(scope: PROVIDER) {
        value
        comparison {
          verdict
          adjustedVerdict
          difference
          low
          high
        }
        changes {
          ...OverviewChanges
        }
        summary {
          mentionRate {
            ...RateFigure
          }
          entities {
            ...OverviewEntity
          }
        }
      }
      sources(first: 10, orderBy: CITATION_RATE_DESC, provider: $provider, location: $location) {
        totalCount
        nodes {
          domain
          category
          competitor {
            id
            name
          }
          citationRate {
            ...RateFigure
          }
        }
      }
    }
  `,
  [RATE, ENTITY, CHANGES],
)

/** The parts of a run: by provider, and the sites that its answers cite. */
export type Parts = ResultOf<typeof PARTS>

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

/** How a run, or the part of it that a filter leaves, compares with any other run of the project. */
export const COMPARED = graphql(
  `
    query OverviewCompared($id: ID!, $against: ID!, $scope: MetricScope!, $value: String) {
      node(id: $id) {
        id
        ... on AnalysisRun {
          comparedWith(runId: $against, scope: $scope, value: $value) {
            comparison {
              verdict
              difference
              low
              high
            }
            changes {
              ...OverviewChanges
            }
          }
        }
      }
    }
  `,
  [CHANGES],
)

/** The prompts that the brand loses most, in a run. */
export const LOST = graphql(
  `
    query OverviewLost($id: ID!, $runId: ID!, $provider: String, $tags: [String!]) {
      project(id: $id) {
        id
        prompts(first: 8, orderBy: LOST_ANSWERS_DESC, provider: $provider, tags: $tags) {
          nodes {
            id
            databaseId
            text
            metrics(runId: $runId) {
              summary {
                mentionRate {
                  ...RateFigure
                }
                lostRate {
                  ...RateFigure
                }
                entities {
                  entityId
                  name
                  mentionRate {
                    ...RateFigure
                  }
                }
              }
            }
          }
        }
      }
    }
  `,
  [RATE],
)

/** A prompt with its figures. */
export type LostPrompt = NonNullable<
  NonNullable<NonNullable<ResultOf<typeof LOST>['project']>['prompts']>['nodes'][number]
>

/** Which models answered in each run. */
export const MODELS = graphql(`
  query OverviewModels($id: ID!) {
    project(id: $id) {
      id
      runs(first: 26) {
        nodes {
          id
          databaseId
          providerProgress {
            provider {
              id
              token
            }
            models
          }
        }
      }
    }
  }
`)

/** A run with the models of its providers. */
export type RunModels = NonNullable<
  NonNullable<NonNullable<ResultOf<typeof MODELS>['project']>['runs']>['nodes'][number]
>
