import { organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { badFields } from '../parse.ts'

/**
 * The id of the organization of a request: the caller's own, named or not; an operator names one.
 * @param organizationId a UUID in lower case
 * @throws {AppError} BAD_REQUEST on `organizationId`; NOT_FOUND for another organization than the caller's
 */
export function resolveOrganization(ctx: Ctx, organizationId: string | undefined): string {
  if (ctx.actor.type === 'operator') {
    if (organizationId === undefined) throw badFields({ organizationId: 'is required' })
    return organizationId
  }
  const own = organizationOf(ctx)
  if (organizationId !== undefined && organizationId !== own) throw notFound('Organization')
  return own
}
