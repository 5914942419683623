import type { MemberActor } from './actor.ts'
import type { Ctx } from './context.ts'
import { AppError } from './errors.ts'

/** What an operation requires of its caller; {@link authorize} says who has it. */
export type Permission =
  | 'project:read'
  | 'project:update'
  | 'prompts:read'
  | 'prompts:write'
  | 'settings:write'
  | 'runs:start'
  | 'runs:read'
  | 'analysis:start'
  | 'analysis:read'
  | 'search-volume:estimate'
  | 'organization:read'
  | 'organization:admin'
  | 'credits:read'
  | 'members:read'
  | 'members:manage'
  | 'keys:read'
  | 'keys:manage'
  | 'webhooks:redeliver'
  | 'webhook-secret:manage'
  | 'operate'

/**
 * The organization the caller acts in.
 * @throws {AppError} FORBIDDEN for an actor without one.
 */
export function organizationOf(ctx: Ctx): string {
  if (ctx.actor.type === 'key' || ctx.actor.type === 'member') return ctx.actor.organizationId
  throw new AppError('FORBIDDEN', 'This needs a key or a signed-in member of an organization.')
}

/**
 * The project a key is bound to.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED for an organization key.
 */
export function projectOf(ctx: Ctx): string {
  if (ctx.actor.type === 'key' && ctx.actor.projectId) return ctx.actor.projectId
  throw new AppError(
    'PROJECT_SCOPED_KEY_REQUIRED',
    'This needs a project key: an organization key cannot read or change the resources of a project.',
  )
}

/**
 * The member who calls.
 * @throws {AppError} FORBIDDEN for any other caller.
 */
export function memberOf({ actor }: Ctx): MemberActor {
  if (actor.type === 'member') return actor
  throw new AppError(
    'FORBIDDEN',
    'This needs a signed-in member of the organization; an API key is not accepted.',
  )
}

/**
 * Throws unless the caller has the permission. The first step of every operation, before its input is parsed.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED or FORBIDDEN.
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
      if (ctx.actor.type === 'key') projectOf(ctx)
      else organizationOf(ctx)
      return
    case 'project:update':
      if (ctx.actor.type === 'key' && ctx.actor.projectId) return
      if (ctx.actor.type !== 'member') authorize(ctx, 'organization:admin')
      return
    case 'analysis:start':
    case 'analysis:read':
    case 'organization:read':
      organizationOf(ctx)
      return
    case 'search-volume:estimate':
      if (ctx.actor.type !== 'key' || !ctx.actor.projectId) return void organizationOf(ctx)
      throw new AppError('FORBIDDEN', 'Search volume is paid by the organization; use an organization key.')
    case 'organization:admin':
      if (ctx.actor.type === 'key' && ctx.actor.admin && !ctx.actor.projectId) return
      if (ctx.actor.type === 'member' && ctx.actor.role === 'admin') return
      throw new AppError(
        'FORBIDDEN',
        'This needs an admin of the organization or an organization key with admin.',
      )
    case 'credits:read':
      if (ctx.actor.type !== 'key' || !ctx.actor.projectId) return void organizationOf(ctx)
      throw new AppError(
        'FORBIDDEN',
        'A project key cannot read the ledger of the organization; use an organization key.',
      )
    case 'members:read':
    case 'keys:read':
      memberOf(ctx)
      return
    case 'members:manage':
    case 'keys:manage':
    case 'webhook-secret:manage':
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
