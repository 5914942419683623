import { type Enumeration, valuesOf } from '../../definitions/fields/enumeration.ts'
import type { MemberActor } from '../foundation/actor.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'

/** Permissions of keys and members. {@link authorize} decides who has which. */
export const PERMISSIONS = {
  'project:read': 'Read projects, their settings and schedules.',
  'project:update': 'Change the names, the site, the aliases and the default providers of a project.',
  'prompts:read': 'Read prompts and tags.',
  'prompts:write': 'Create, change and delete prompts.',
  'settings:write':
    'Change competitors, tags and schedules, decide on proposals, and re-analyze past answers.',
  'runs:start': 'Start and cancel runs.',
  'runs:read': 'Read runs, their results and trends.',
  'analysis:start': 'Start and cancel async analyses.',
  'analysis:read': 'Read async analyses and their results.',
  'search-volume:estimate': 'Estimate search volumes. Estimates cost credits.',
  'organization:read': 'Read the organization, including its plan, credits and projects.',
  'organization:admin': 'Create and delete projects.',
  'credits:read': 'Read the credit ledger.',
  'members:read': 'Read members and invitations.',
  'members:manage': 'Invite and remove people, change their roles, and send password reset links.',
  'keys:read': 'Read the list of keys.',
  'keys:manage': 'Create and revoke keys.',
  'provider-credentials:read': 'Read which provider credentials the organization has.',
  'provider-credentials:manage': 'Store, check and delete provider credentials.',
  'audit:read': 'Read the audit log of the organization.',
  'webhooks:redeliver': 'Redeliver webhooks.',
  'webhook-secret:manage': 'Read and replace the secret that signs webhooks.',
} as const satisfies Enumeration

export type GrantedPermission = keyof typeof PERMISSIONS

/** A permission that an operation requires. Only operators have `operate`. */
export type Permission = GrantedPermission | 'operate'

/**
 * Returns the id of the organization that the caller acts in.
 * @throws {AppError} FORBIDDEN for an actor without an organization
 */
export function requireOrganizationId(ctx: Ctx): string {
  if (ctx.actor.type === 'key' || ctx.actor.type === 'member') return ctx.actor.organizationId
  throw new AppError('FORBIDDEN', 'This needs a key or a signed-in member of an organization.')
}

/**
 * Returns the id of the project that the caller's key is bound to.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED for any other caller
 */
export function requireProjectId(ctx: Ctx): string {
  if (ctx.actor.type === 'key' && ctx.actor.projectId) return ctx.actor.projectId
  throw new AppError(
    'PROJECT_SCOPED_KEY_REQUIRED',
    'This needs a project key: an organization key cannot read or change the resources of a project.',
  )
}

/**
 * Returns the calling member.
 * @throws {AppError} FORBIDDEN for any other caller
 */
export function requireMember({ actor }: Ctx): MemberActor {
  if (actor.type === 'member') return actor
  throw new AppError(
    'FORBIDDEN',
    'This needs a signed-in member of the organization; an API key is not accepted.',
  )
}

/**
 * Throws unless the caller has the permission. Every operation calls this first, before it parses its input.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED or FORBIDDEN
 */
export function authorize(ctx: Ctx, permission: Permission): void {
  if (ctx.actor.type === 'operator') return
  switch (permission) {
    case 'project:read':
    case 'runs:start':
    case 'runs:read':
    case 'prompts:read':
    case 'prompts:write':
    case 'settings:write':
      if (ctx.actor.type === 'key') requireProjectId(ctx)
      else requireOrganizationId(ctx)
      return
    case 'project:update':
      if (ctx.actor.type === 'key' && ctx.actor.projectId) return
      if (ctx.actor.type !== 'member') authorize(ctx, 'organization:admin')
      return
    case 'analysis:start':
    case 'analysis:read':
    case 'organization:read':
      requireOrganizationId(ctx)
      return
    case 'search-volume:estimate':
      if (ctx.actor.type !== 'key' || !ctx.actor.projectId) return void requireOrganizationId(ctx)
      throw new AppError(
        'FORBIDDEN',
        'Search volume estimates are charged to the organization; use an organization key.',
      )
    case 'organization:admin':
      if (ctx.actor.type === 'key' && ctx.actor.admin && !ctx.actor.projectId) return
      if (ctx.actor.type === 'member' && ctx.actor.role === 'admin') return
      throw new AppError(
        'FORBIDDEN',
        'This needs an admin of the organization or an organization key with admin.',
      )
    case 'credits:read':
      if (ctx.actor.type !== 'key' || !ctx.actor.projectId) return void requireOrganizationId(ctx)
      throw new AppError(
        'FORBIDDEN',
        "A project key cannot read the organization's credit ledger; use an organization key.",
      )
    case 'members:read':
    case 'keys:read':
    case 'provider-credentials:read':
      requireMember(ctx)
      return
    case 'members:manage':
    case 'keys:manage':
    case 'webhook-secret:manage':
    case 'provider-credentials:manage':
    case 'audit:read':
      if (ctx.actor.type === 'member' && ctx.actor.role === 'admin') return
      throw new AppError(
        'FORBIDDEN',
        'This needs a signed-in admin of the organization; an API key is not accepted.',
      )
    case 'webhooks:redeliver':
      if (ctx.actor.type !== 'key') authorize(ctx, 'organization:admin')
      return
    case 'operate':
      throw new AppError('FORBIDDEN', 'Only the operator at the command line may do this.')
  }
}

/** Returns the caller's permissions. */
export function permissionsOf(ctx: Ctx): GrantedPermission[] {
  return valuesOf(PERMISSIONS).filter((permission) => {
    try {
      authorize(ctx, permission)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  })
}
