import { MEAN } from '../../../charts/mean.tsx'
import { RATE } from '../../../charts/rate.tsx'
import { graphql, type ResultOf, type VariablesOf } from '../../../graphql/graphql.ts'
import type { PagedQuery } from '../../../graphql/pager.ts'
import { ORDERS, type PromptsSearch } from './search.ts'

/** The editable fields of a prompt. */
export const PROMPT = graphql(`
  fragment PromptRow on Prompt @_unmask {
    id
    databaseId
    text
    active
    branded
    locations
    providers {
      id
      token
      label
    }
    tags {
      id
      name
    }
  }
`)

/** Metrics of a prompt in the newest run that asked it, and their trend. */
const FIGURES = graphql(
  `
    fragment PromptFigures on Prompt @_unmask {
      id
      metrics {
        run {
          id
          databaseId
          finishedAt
        }
        summary {
          mentionRate {
            ...RateFigure
          }
          lostRate {
            ...RateFigure
          }
          placementRate {
            ...RateFigure
          }
          positionMean {
            ...MeanFigure
          }
          sentimentMean {
            ...MeanFigure
          }
          entities {
            entityId
            name
            mentionRate {
              numerator
            }
          }
        }
      }
      trends(first: 8) {
        nodes {
          runId
          mentionRate {
            ...RateFigure
          }
        }
      }
    }
  `,
  [RATE, MEAN],
)

export type PromptRow = ResultOf<typeof PROMPT>

/** A prompt with its metrics. */
export type MeasuredPrompt = PromptRow & ResultOf<typeof FIGURES>

/** Metrics of a prompt in one run. */
export type PromptMetrics = NonNullable<MeasuredPrompt['metrics']>

const PROMPTS = graphql(
  `
    query Prompts(
      $id: ID!
      $first: Int!
      $after: String
      $q: String
      $tags: [String!]
      $provider: String
      $active: Boolean
      $orderBy: PromptOrder
    ) {
      project(id: $id) {
        id
        prompts(
          first: $first
          after: $after
          filter: {
            q: $q
            tags: $tags
            provider: $provider
            active: $active
          }
          orderBy: $orderBy
        ) {
          totalCount
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            ...PromptRow
            ...PromptFigures
          }
        }
      }
    }
  `,
  [PROMPT, FIGURES],
)

/** Page size, limited by the query cost of the metrics. */
const PAGE = 100

/** The project's prompts that match the filters. */
export function promptList(
  projectId: string,
  { q, tag, provider, active, order }: PromptsSearch,
): PagedQuery<ResultOf<typeof PROMPTS>, VariablesOf<typeof PROMPTS>, MeasuredPrompt> {
  return {
    query: PROMPTS,
    variables: (after) => ({
      id: projectId,
      first: PAGE,
      after,
      q: q ?? null,
      tags: tag ?? null,
      provider: provider ?? null,
      active: active === undefined ? null : active === 'yes',
      orderBy: order ?? ORDERS[0],
    }),
    connection: ({ project }) => project?.prompts,
  }
}
