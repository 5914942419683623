import { graphql, type ResultOf } from '../../graphql/graphql.ts'

/** What the page needs of a run. */
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

/** The latest runs, whose answers can be read, and what can be filtered by. */
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

/** A run that is older than those. */
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

/** A run of the page. */
export type RunWithAnswers = NonNullable<Choices['runs']>['nodes'][number]

/** The prompts and tags that answers are filtered by. */
export type PromptChoices = Pick<Choices, 'prompts' | 'tags'>

/** The run that a link names; without one the run that ended last, or else the newest. */
export function runOf(
  runs: readonly RunWithAnswers[],
  databaseId: string | undefined,
): RunWithAnswers | undefined {
  if (databaseId !== undefined) return runs.find((run) => run.databaseId === databaseId)
  return runs.find(({ finishedAt, progress }) => finishedAt !== null && progress.completed > 0) ?? runs[0]
}
