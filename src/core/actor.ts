import type { Enumeration } from '../definitions/enumeration.ts'
import type { MemberRole } from '../generated/prisma/enums.ts'

/** What a member of an organization may do. */
export const MEMBER_ROLES = {
  admin: 'Everything, keys and secrets included.',
  member: 'Everything except what concerns the organization as a whole.',
} as const satisfies Enumeration<MemberRole>

/** The role of a member for whom none is named. */
export const DEFAULT_ROLE: MemberRole = 'member'

/** An API key as a caller: a project key, or an organization key when `projectId` is null. */
export interface KeyActor {
  type: 'key'
  keyId: string
  organizationId: string
  projectId: string | null
  admin: boolean
}

/** A user as a caller, acting in one of their organizations. */
export interface MemberActor {
  type: 'member'
  userId: string
  organizationId: string
  role: MemberRole
  /** The session it was authenticated with; missing where there is none, such as in tests. */
  sessionId?: string
}

/** Who calls an operation: an API key, a signed-in member, a background job, or an operator at the command line. */
export type Actor = KeyActor | MemberActor | { type: 'job'; name: string } | { type: 'operator' }

/**
 * A key that is equal for two callers exactly when they have the same permissions on the same data. Answers that do not
 * depend on the caller's identity may be cached and shared under it.
 */
export function viewOf(actor: Actor): string {
  switch (actor.type) {
    case 'key':
      return `key ${actor.organizationId} ${actor.projectId ?? '-'} ${actor.admin}`
    case 'member':
      return `member ${actor.organizationId} ${actor.role}`
    case 'job':
      return `job ${actor.name}`
    case 'operator':
      return 'operator'
  }
}
