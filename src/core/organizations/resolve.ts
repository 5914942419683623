import { requireOrganizationId } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { badFields } from '../foundation/parse.ts'

/**
 * Returns the id of the organization that a request is about. Operators must pass an id; other callers always get their
 * own organization, whether or not they pass its id.
 * @param organizationId a lowercase UUID
 * @throws {AppError} BAD_REQUEST on `organizationId`; NOT_FOUND if the caller passes the id of another organization
 */
export function resolveOrganization(ctx: Ctx, organizationId: string | undefined): string {
  if (ctx.actor.type === 'operator') {
    if (organizationId === undefined) throw badFields({ organizationId: 'is required' })
    return organizationId
  }
  const callerOrganizationId = requireOrganizationId(ctx)
  if (organizationId !== undefined && organizationId !== callerOrganizationId) throw notFound('Organization')
  return callerOrganizationId
}
