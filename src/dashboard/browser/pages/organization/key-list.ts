import { graphql, type ResultOf } from '../../graphql/graphql.ts'

/** Reads a page of the organization's keys. */
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

/** A key of the list. */
export type KeyRow = NonNullable<ResultOf<typeof KEYS>['viewer']['organization']['keys']>['nodes'][number]

/** A key by its name, or by its beginning where it has none. */
export function nameOf({ name, prefix }: Pick<KeyRow, 'name' | 'prefix'>): string {
  return name ?? `${prefix}…`
}
