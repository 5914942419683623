import { graphql, type ResultOf } from '../../graphql/graphql.ts'

const RUN = graphql(`
  fragment RunWithAnswers on AnalysisRun @_unmask {
    id
    databaseId
    status
    brandName
    createdAt
    startedAt
    finishedAt
    reextractedAt
    simulated
    replicates
    locations
    providers {
      id
      token
      label
    }
    progress {
      total
      completed
      failed
    }
  }
`)

/** Fetches the latest runs and the options of the filters. */
export const RUNS_WITH_ANSWERS = graphql(
  `
    query RunsWithAnswers($projectId: ID!) {
      project(id: $projectId) {
        id
        runs(first: 50) {
          nodes {
            ...RunWithAnswers
          }
        }
        tags(first: 200) {
          nodes {
            id
            name
          }
        }
        prompts(first: 200) {
          nodes {
            id
            databaseId
            text
          }
        }
      }
    }
  `,
  [RUN],
)

/** Fetches a run that is older than the latest ones. */
export const OLDER_RUN = graphql(
  `
    query OlderRunWithAnswers($id: ID!) {
      run(id: $id) {
        ...RunWithAnswers
      }
    }
  `,
  [RUN],
)

type Choices = NonNullable<ResultOf<typeof RUNS_WITH_ANSWERS>['project']>

export type RunWithAnswers = NonNullable<Choices['runs']>['nodes'][number]

/** Prompts and tags to filter answers by. */
export type PromptChoices = Pick<Choices, 'prompts' | 'tags'>

/** Returns the run that a link selects. By default, the last run that ended with answers, otherwise the newest. */
export function runOf(
  runs: readonly RunWithAnswers[],
  databaseId: string | undefined,
): RunWithAnswers | undefined {
  if (databaseId !== undefined) return runs.find((run) => run.databaseId === databaseId)
  return runs.find(({ finishedAt, progress }) => finishedAt !== null && progress.completed > 0) ?? runs[0]
}
