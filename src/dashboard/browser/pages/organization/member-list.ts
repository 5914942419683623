import { graphql, type ResultOf } from '../../graphql/graphql.ts'

/** Reads a page of the organization's members. */
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
            createdAt
            lastUsedAt
          }
        }
      }
    }
  }
`)

/** Reads the open invitations; there are few. */
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

/** A member of the list. */
export type MemberRow = NonNullable<
  ResultOf<typeof MEMBERS>['viewer']['organization']['members']
>['nodes'][number]

/** An invitation of the list. */
export type InvitationRow = NonNullable<
  ResultOf<typeof INVITATIONS>['viewer']['organization']['invitations']
>['nodes'][number]

/** The roles in words. */
export const ROLE_WORDS = { ADMIN: 'Administrator', MEMBER: 'Member' } as const

/** The roles as choices of a form, with what each may do. */
export const ROLE_CHOICES = [
  { value: 'MEMBER', label: 'Member: everything in projects' },
  { value: 'ADMIN', label: 'Administrator: also people, keys and projects' },
]

/** A role as a form gives it. */
export function roleOf(typed: FormData): keyof typeof ROLE_WORDS {
  return typed.get('role') === 'ADMIN' ? 'ADMIN' : 'MEMBER'
}

/** A link as it is passed on: where the installation does not know its address, it is the one of this page. */
export function wholeLink(link: string): string {
  return new URL(link, location.origin).href
}
