import { graphql, type ResultOf } from '../../graphql/graphql.ts'

/** Fields of a delivery, fetched again while attempts are pending. */
const DELIVERY = graphql(`
  fragment DeliveryFacts on WebhookDelivery @_unmask {
    id
    databaseId
    event
    status
    url
    createdAt
    nextAttemptAt
    attempts {
      number
      createdAt
      statusCode
      durationMs
      error
    }
    analysis {
      __typename
      id
      brandName
      simulated
      databaseId
      project {
        id
        databaseId
      }
    }
  }
`)

/** Fetches a page of the organization's webhook deliveries. */
export const DELIVERIES = graphql(
  `
    query Deliveries($first: Int!, $after: String) {
      viewer {
        organization {
          id
          webhookDeliveries(first: $first, after: $after) {
            totalCount
            pageInfo {
              hasNextPage
              endCursor
            }
            nodes {
              ...DeliveryFacts
            }
          }
        }
      }
    }
  `,
  [DELIVERY],
)

/** Fetches a delivery with its payload. */
export const ONE_DELIVERY = graphql(
  `
    query Delivery($id: ID!) {
      node(id: $id) {
        __typename
        ... on WebhookDelivery {
          ...DeliveryFacts
          payload
        }
      }
    }
  `,
  [DELIVERY],
)

/** Fetches deliveries by id. */
export const SOME_DELIVERIES = graphql(
  `
    query SomeDeliveries($ids: [ID!]!) {
      nodes(ids: $ids) {
        __typename
        ... on WebhookDelivery {
          ...DeliveryFacts
        }
      }
    }
  `,
  [DELIVERY],
)

/** Resends a delivery. */
export const REDELIVER = graphql(
  `
    mutation RedeliverWebhook($input: RedeliverWebhookInput!) {
      redeliverWebhook(input: $input) {
        webhookDelivery {
          ...DeliveryFacts
        }
      }
    }
  `,
  [DELIVERY],
)

export type DeliveryRow = ResultOf<typeof DELIVERY>

/** Labels of the events. */
export const EVENT_WORDS: Record<DeliveryRow['event'], string> = {
  ASYNC_ANALYSIS_COMPLETED: 'Analysis completed',
  ASYNC_ANALYSIS_PARTIALLY_COMPLETED: 'Analysis partially completed',
  ASYNC_ANALYSIS_FAILED: 'Analysis failed',
  RUN_COMPLETED: 'Run completed',
  RUN_PARTIALLY_COMPLETED: 'Run partially completed',
  RUN_FAILED: 'Run failed',
  ALERT_RAISED: 'Alerts raised',
  WEBHOOK_TEST: 'Test',
}

/** Labels of the statuses. */
export const STATUS_WORDS: Record<DeliveryRow['status'], string> = {
  DELIVERED: 'Delivered',
  PENDING: 'Pending',
  FAILED: 'Failed',
  GONE: 'Rejected permanently',
}

/** Describes the outcome of an attempt. */
export function outcomeOf({
  statusCode,
  error,
}: Pick<DeliveryRow['attempts'][number], 'statusCode' | 'error'>): string {
  if (statusCode === null) return error ?? 'no response'
  return error ? `${statusCode}: ${error}` : String(statusCode)
}
