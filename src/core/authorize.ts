import type { Ctx } from './context.ts'
import { AppError } from './errors.ts'

/** What a caller may do, from the specification's section 5 and contract §3 "Key scopes". */
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
 * Lets the caller pass or throws. First step of every verb, before any input is looked at.
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
      throw new AppError(
        'FORBIDDEN',
        'An organization key is required: search volume is paid by the organization.',
      )
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
        'A project key cannot read the ledger, which is of the whole organization.',
      )
    case 'members:read':
    case 'keys:read':
      if (ctx.actor.type === 'member') return
      throw new AppError('FORBIDDEN', 'This needs a signed-in member of the organization; a key will not do.')
    case 'keys:manage':
    case 'webhook-secret:manage':
      if (ctx.actor.type === 'member' && ctx.actor.role === 'admin') return
      throw new AppError('FORBIDDEN', 'This needs a signed-in admin of the organization; a key will not do.')
    case 'webhooks:redeliver':
      if (ctx.actor.type !== 'key') authorize(ctx, 'organization:admin')
      return
    case 'operate':
      throw new AppError('FORBIDDEN', 'Only the operator at the command line may do this.')
  }
}
