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
            prefix
            kind
            scopes
            connected
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

/** What keys may do, by preset, with the text that explains it. */
export const KEY_PRESETS = {
  READ_ONLY: { label: 'Read only', hint: 'Reads data. For reports and dashboards.' },
  AGENT: { label: 'Agent', hint: 'Reads data and starts runs and analyses, but changes no settings.' },
  FULL: { label: 'Full', hint: 'Reads and changes data, and starts runs and analyses.' },
  ADMIN: { label: 'Administrator', hint: 'Full, and creates, changes and deletes projects.' },
} as const

export type KeyPreset = keyof typeof KEY_PRESETS

// The type is safe: Object.keys returns exactly the names of the table.
export const KEY_PRESET_NAMES = Object.keys(KEY_PRESETS) as KeyPreset[]

/** Returns the scopes of a key as words. */
export function scopesOf({ scopes }: Pick<KeyRow, 'scopes'>): string {
  return scopes.join(', ').toLowerCase()
}

/** Returns the name of a key, or its prefix if it has none. */
export function nameOf({ name, prefix }: Pick<KeyRow, 'name' | 'prefix'>): string {
  return name ?? `${prefix}…`
}
