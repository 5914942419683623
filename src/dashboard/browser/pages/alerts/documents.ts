import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql.ts'
import type { PagedQuery } from '../../graphql/pager.ts'
import type { AlertsSearch } from './search.ts'

const ROW = graphql(`
  fragment AlertRow on Alert @_unmask {
    id
    databaseId
    kind
    severity
    title
    isRead
    createdAt
    run {
      id
      databaseId
    }
  }
`)

export type AlertRow = ResultOf<typeof ROW>

const ALERTS = graphql(
  `
    query Alerts($id: ID!, $filter: AlertFilter, $first: Int!, $after: String) {
      project(id: $id) {
        id
        alerts(filter: $filter, first: $first, after: $after) {
          totalCount
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            ...AlertRow
          }
        }
      }
    }
  `,
  [ROW],
)

/** The alerts of a project, newest first. */
export function alertList(
  id: string,
  { least, read }: AlertsSearch,
): PagedQuery<ResultOf<typeof ALERTS>, VariablesOf<typeof ALERTS>, AlertRow> {
  const filter = { ...(least && { severity: least }), ...(read === 'no' && { unread: true }) }
  return {
    query: ALERTS,
    variables: (after) => ({ id, filter, first: 50, after }),
    connection: ({ project }) => project?.alerts,
  }
}

/** An alert with its evidence. */
export const ALERT = graphql(
  `
    query Alert($projectId: ID!, $id: ID!) {
      project(id: $projectId) {
        id
        databaseId
        alertMutes {
          kind
          subject
          until
        }
      }
      node(id: $id) {
        id
        ... on Alert {
          ...AlertRow
          subject
          previousRun {
            id
            databaseId
          }
          evidence {
            metric
            part
            name
            competitorId
            figures {
              value
              previousValue
              difference
              low
              high
              pValue
              promptCount
            }
            failures {
              failed
              total
              reason
            }
            quotes {
              resultId
              promptText
              provider
              text
            }
          }
        }
      }
    }
  `,
  [ROW],
)

export type Alert = Extract<NonNullable<ResultOf<typeof ALERT>['node']>, { evidence: unknown }>

export const MARK_READ = graphql(`
  mutation MarkAlertsRead($input: MarkAlertsReadInput!) {
    markAlertsRead(input: $input) {
      marked
    }
  }
`)

export const MUTE = graphql(`
  mutation MuteAlerts($input: MuteAlertsInput!) {
    muteAlerts(input: $input) {
      project {
        id
      }
    }
  }
`)
