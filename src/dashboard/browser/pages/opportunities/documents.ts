import { RATE } from '../../charts/rate.tsx'
import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql.ts'
import type { PagedQuery } from '../../graphql/pager.ts'
import type { OpportunitiesSearch } from './search.ts'

const OPPORTUNITY = graphql(
  `
    fragment OpportunityCard on Opportunity @_unmask {
      id
      databaseId
      kind
      subject
      status
      note
      current
      atMost
      expected
      runAnswers
      doneAt
      assignee {
        id
        databaseId
      }
      run {
        id
        databaseId
      }
      evidence {
        answers
        promptCount
        omitting
        mentionRate {
          ...RateFigure
        }
        otherRate {
          ...RateFigure
        }
        difference
        low
        high
        namedCompetitors {
          competitorId
          name
          answers
        }
        sites {
          domain
          answers
        }
        pages {
          url
          title
          answers
          check
          competitors
        }
        pagesRead
        pagesWithoutBrand
      }
      quotes {
        text
        competitorName
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
      outcome {
        verdict
        promptCount
        difference
        low
        high
        before {
          ...RateFigure
        }
        after {
          ...RateFigure
        }
        runsAfter {
          id
          finishedAt
        }
      }
    }
  `,
  [RATE],
)

/** An opportunity as the page shows it. */
export type OpportunityNode = ResultOf<typeof OPPORTUNITY>

const OPPORTUNITIES = graphql(
  `
    query Opportunities($id: ID!, $status: OpportunityStatus!, $kind: OpportunityKind, $first: Int!, $after: String) {
      project(id: $id) {
        id
        opportunities(status: $status, kind: $kind, first: $first, after: $after) {
          totalCount
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            ...OpportunityCard
          }
        }
      }
    }
  `,
  [OPPORTUNITY],
)

/** The opportunities of a project with a status. */
export function opportunityList(
  id: string,
  {
    status = 'OPEN',
    kind = null,
  }: { status?: 'OPEN' | OpportunitiesSearch['status']; kind?: OpportunitiesSearch['kind'] | null },
): PagedQuery<ResultOf<typeof OPPORTUNITIES>, VariablesOf<typeof OPPORTUNITIES>, OpportunityNode> {
  return {
    query: OPPORTUNITIES,
    variables: (after) => ({ id, status, kind, first: 20, after }),
    connection: ({ project }) => project?.opportunities,
  }
}

/** Changes an opportunity. */
export const UPDATE = graphql(
  `
    mutation UpdateOpportunity($input: UpdateOpportunityInput!) {
      updateOpportunity(input: $input) {
        opportunity {
          ...OpportunityCard
        }
      }
    }
  `,
  [OPPORTUNITY],
)

/** Members to assign opportunities to. */
export const ASSIGNEES = graphql(`
  query Assignees {
    viewer {
      organization {
        id
        members(first: 200) {
          nodes {
            id
            databaseId
            name
            email
          }
        }
      }
    }
  }
`)
