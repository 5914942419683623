import { graphql, type ResultOf } from '../../graphql/graphql.ts'

/** Fetches a page of the organization's API keys. */
export const KEYS = graphql(`
  query Keys($first: Int!, $after: String) {
    viewer {
      organization {
        id
        keys(first: $first, after: $after) {
          totalCount
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            id
            databaseId
            name
            scope
            prefix
            admin
            createdAt
            lastUsedAt
            revokedAt
            project {
              id
              databaseId
              displayName
            }
          }
        }
      }
    }
  }
`)

export type KeyRow = NonNullable<ResultOf<typeof KEYS>['viewer']['organization']['keys']>['nodes'][number]

/** Returns the name of a key, or its prefix if it has none. */
export function nameOf({ name, prefix }: Pick<KeyRow, 'name' | 'prefix'>): string {
  return name ?? `${prefix}…`
}
