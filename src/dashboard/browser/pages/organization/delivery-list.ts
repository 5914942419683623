import { graphql, type ResultOf } from '../../graphql/graphql.ts'

/** What a delivery is shown with; read again while attempts of it are due. */
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
      id
      databaseId
      brandName
      simulated
      project {
        id
        databaseId
      }
    }
  }
`)

/** Reads a page of the organization's webhook deliveries. */
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

/** Reads a delivery with its body. */
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

/** Reads some deliveries again. */
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

/** Sends a delivery again. */
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

/** A delivery of the list. */
export type DeliveryRow = ResultOf<typeof DELIVERY>

/** What happened, in words. */
export const EVENT_WORDS: Record<DeliveryRow['event'], string> = {
  ASYNC_ANALYSIS_COMPLETED: 'Analysis completed',
  ASYNC_ANALYSIS_PARTIALLY_COMPLETED: 'Analysis completed in part',
  ASYNC_ANALYSIS_FAILED: 'Analysis failed',
}

/** The states in words. */
export const STATUS_WORDS: Record<DeliveryRow['status'], string> = {
  DELIVERED: 'Delivered',
  PENDING: 'Waiting',
  FAILED: 'Given up',
  GONE: 'Refused for good',
}

/** How an attempt went, in words. */
export function outcomeOf({
  statusCode,
  error,
}: Pick<DeliveryRow['attempts'][number], 'statusCode' | 'error'>): string {
  if (statusCode === null) return error ?? 'no answer'
  return error ? `${statusCode}: ${error}` : String(statusCode)
}
