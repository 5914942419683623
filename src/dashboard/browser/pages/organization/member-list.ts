import { graphql, type ResultOf } from '../../graphql/graphql.ts'

/** Fetches a page of the organization's members. */
export const MEMBERS = graphql(`
  query Members($first: Int!, $after: String) {
    viewer {
      organization {
        id
        members(first: $first, after: $after) {
          totalCount
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            id
            databaseId
            name
            email
            role
            twoFactorEnabled
            createdAt
            lastUsedAt
          }
        }
      }
    }
  }
`)

/** Fetches the pending invitations. There are few, so they are not paged. */
export const INVITATIONS = graphql(`
  query Invitations {
    viewer {
      organization {
        id
        invitations(first: 200) {
          totalCount
          nodes {
            id
            databaseId
            email
            role
            createdAt
            expiresAt
          }
        }
      }
    }
  }
`)

export type MemberRow = NonNullable<
  ResultOf<typeof MEMBERS>['viewer']['organization']['members']
>['nodes'][number]

export type InvitationRow = NonNullable<
  ResultOf<typeof INVITATIONS>['viewer']['organization']['invitations']
>['nodes'][number]

/** Labels of the roles. */
export const ROLE_WORDS = { ADMIN: 'Administrator', MEMBER: 'Member' } as const

/** Roles as options of a form, with their permissions. */
export const ROLE_CHOICES = [
  { value: 'MEMBER', label: 'Member: full access to projects' },
  { value: 'ADMIN', label: 'Administrator: also manages people, keys and projects' },
]

/** Returns the role selected in a form. */
export function roleOf(typed: FormData): keyof typeof ROLE_WORDS {
  return typed.get('role') === 'ADMIN' ? 'ADMIN' : 'MEMBER'
}

/**
 * Returns a link as an absolute URL. If the installation does not know its own address, the link is relative to this
 * page.
 */
export function wholeLink(link: string): string {
  return new URL(link, location.origin).href
}
