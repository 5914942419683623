import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import type { KeyScope, MemberRole } from '../../generated/prisma/enums.ts'

/** Roles of members, and what they may do. */
export const MEMBER_ROLES = {
  admin: 'Everything, including keys and secrets.',
  member: 'Everything except managing projects, members, keys and webhooks.',
} as const satisfies Enumeration<MemberRole>

/** Role of a new member if none is given. */
export const DEFAULT_ROLE: MemberRole = 'member'

/** Scopes of keys: what a key may do with the data it can access. */
export const KEY_SCOPES = {
  read: 'Read data. Every key has it.',
  run: 'Start and cancel runs and async analyses, and estimate search volumes. These cost credits or runs of the plan.',
  write:
    'Change prompts, competitors, tags, schedules and settings, re-analyze past answers, correct labels, and redeliver webhooks.',
  admin: 'Create, change and delete projects. Only organization keys can have it.',
} as const satisfies Enumeration<KeyScope>

/** An API key as a caller: a project key, or an organization key when `projectId` is null. */
export interface KeyActor {
  type: 'key'
  keyId: string
  organizationId: string
  projectId: string | null
  scopes: readonly KeyScope[]
}

/** A user as a caller, acting in one of their organizations. */
export interface MemberActor {
  type: 'member'
  userId: string
  organizationId: string
  role: MemberRole
  /** Whether the user is an operator of the installation. */
  operator?: boolean
  /** Session that authenticated the member; missing without a session, such as in tests. */
  sessionId?: string
}

/** Caller of an operation: an API key, a signed-in member, a background job, or an operator at the command line. */
export type Actor = KeyActor | MemberActor | { type: 'job'; name: string } | { type: 'operator' }

/**
 * Returns a cache key that two callers share exactly if they have the same permissions on the same data. Use it to
 * cache responses that do not depend on the caller's identity.
 */
export function viewOf(actor: Actor): string {
  switch (actor.type) {
    case 'key':
      return `key ${actor.organizationId} ${actor.projectId ?? '-'} ${actor.scopes.join()}`
    case 'member':
      return `member ${actor.organizationId} ${actor.role}${actor.operator ? ' operator' : ''}`
    case 'job':
      return `job ${actor.name}`
    case 'operator':
      return 'operator'
  }
}
