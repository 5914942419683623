import { toEnumeration, valuesOf } from '../../definitions/fields/enumeration.ts'
import type { KeyScope } from '../../generated/prisma/enums.ts'
import type { MemberActor } from '../foundation/actor.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'

/** Permissions of keys and members, with the scope that a key needs; null if keys cannot have the permission. */
const PERMISSION_TABLE = {
  'project:read': { scope: 'read', description: 'Read projects, their settings and schedules.' },
  'project:update': {
    scope: 'write',
    description: 'Change the names, the site, the aliases and the default providers of a project.',
  },
  'prompts:read': { scope: 'read', description: 'Read prompts and tags.' },
  'prompts:write': { scope: 'write', description: 'Create, change and delete prompts.' },
  'settings:write': {
    scope: 'write',
    description:
      'Change competitors, tags and schedules, decide on proposals, re-analyze past answers, and correct labels.',
  },
  'runs:start': { scope: 'run', description: 'Start and cancel runs.' },
  'runs:read': { scope: 'read', description: 'Read runs, their results and trends.' },
  'analysis:start': { scope: 'run', description: 'Start and cancel async analyses.' },
  'analysis:read': { scope: 'read', description: 'Read async analyses and their results.' },
  'search-volume:estimate': {
    scope: 'run',
    description: 'Estimate search volumes. Estimates cost credits.',
  },
  'organization:read': {
    scope: 'read',
    description: 'Read the organization, including its plan, credits and projects.',
  },
  'organization:admin': {
    scope: 'admin',
    description: 'Create and delete projects, and change the branding.',
  },
  'credits:read': { scope: 'read', description: 'Read the credit ledger.' },
  'members:read': { scope: null, description: 'Read members and invitations.' },
  'members:manage': {
    scope: null,
    description: 'Invite and remove people, change their roles, and send password reset links.',
  },
  'keys:read': { scope: null, description: 'Read the list of keys.' },
  'keys:manage': { scope: null, description: 'Create and revoke keys.' },
  'provider-credentials:read': {
    scope: null,
    description: 'Read which provider credentials the organization has.',
  },
  'provider-credentials:manage': {
    scope: null,
    description: 'Store, check and delete provider credentials.',
  },
  'audit:read': { scope: null, description: 'Read the audit log of the organization.' },
  'installation:read': {
    scope: null,
    description: 'Read the state of the whole installation. Only users that are operators have it.',
  },
  'project-webhooks:manage': { scope: 'write', description: 'Create and delete webhooks of a project.' },
  'reports:manage': {
    scope: 'write',
    description: 'Schedule the reports of a project, and create and revoke links to them.',
  },
  'webhooks:redeliver': { scope: 'write', description: 'Redeliver webhooks.' },
  'webhook-secret:manage': { scope: null, description: 'Read and replace the secret that signs webhooks.' },
} as const satisfies Record<string, { scope: KeyScope | null; description: string }>

/** Permissions of keys and members. {@link authorize} decides who has which. */
export const PERMISSIONS = toEnumeration(PERMISSION_TABLE)

export type GrantedPermission = keyof typeof PERMISSION_TABLE

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
  requireKind(ctx, permission)
  requireScope(ctx, permission)
}

/** Throws unless this kind of key, or this role of a member, can have the permission. */
function requireKind(ctx: Ctx, permission: Permission): void {
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
      if (ctx.actor.type === 'key' && ctx.actor.scopes.includes('admin') && !ctx.actor.projectId) return
      if (ctx.actor.type === 'member' && ctx.actor.role === 'admin') return
      throw new AppError(
        'FORBIDDEN',
        'This needs an admin of the organization or an organization key with the scope admin.',
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
    case 'installation:read':
      if (ctx.actor.type === 'member' && ctx.actor.operator) return
      throw new AppError('FORBIDDEN', 'This needs a signed-in operator of the installation.')
    case 'project-webhooks:manage':
    case 'reports:manage':
      if (ctx.actor.type === 'key') requireProjectId(ctx)
      else authorize(ctx, 'organization:admin')
      return
    case 'webhooks:redeliver':
      if (ctx.actor.type !== 'key') authorize(ctx, 'organization:admin')
      return
    case 'operate':
      throw new AppError('FORBIDDEN', 'Only the operator at the command line may do this.')
  }
}

/** Throws if the caller is a key without the scope of the permission. */
function requireScope({ actor }: Ctx, permission: Permission): void {
  if (actor.type !== 'key' || permission === 'operate') return
  const { scope } = PERMISSION_TABLE[permission]
  if (scope === null || actor.scopes.includes(scope)) return
  throw new AppError(
    'FORBIDDEN',
    `This needs a key with the scope ${scope}. The scopes of this key: ${actor.scopes.join(', ')}.`,
  )
}

/** Returns whether the caller has a permission. */
export function isAllowed(ctx: Ctx, permission: Permission): boolean {
  try {
    authorize(ctx, permission)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Returns the caller's permissions. */
export function permissionsOf(ctx: Ctx): GrantedPermission[] {
  return valuesOf(PERMISSIONS).filter((permission) => isAllowed(ctx, permission))
}
