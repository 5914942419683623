import { graphql, type ResultOf } from '../../graphql/graphql.ts'

/** Fetches the state of the installation; null for users who are not operators. */
export const INSTALLATION = graphql(`
  query Installation {
    viewer {
      installation {
        version
        databaseVersion
        unfinishedRuns
        unfinishedAnalyses
        scheduleDelaySeconds
        pendingWebhooks
        providers {
          provider
          waiting
          oldestSeconds
          pausedSeconds
          spendTodayUsd
        }
        organizations {
          organizationId
          name
          plan
          credits
          members
          projects
          unfinished
          spendTodayUsd
          createdAt
        }
        failedWebhooks {
          deliveryId
          organizationName
          host
          type
          createdAt
          statusCode
          error
        }
      }
    }
  }
`)

export type Installation = NonNullable<ResultOf<typeof INSTALLATION>['viewer']['installation']>
