import type { Prisma } from '../../generated/prisma/client.ts'
import { organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'

/**
 * Which projects the caller may change, as a condition no query goes without: a project key its own, an organization key
 * and a member those of the organization, an operator all. Whether at all is for `authorize` to say.
 */
export function ownProjects(ctx: Ctx): Prisma.ProjectWhereInput {
  const { actor } = ctx
  if (actor.type === 'operator') return {}
  const organizationId = organizationOf(ctx)
  if (actor.type === 'key' && actor.projectId !== null) return { organizationId, id: actor.projectId }
  return { organizationId }
}

/**
 * Which projects the caller may look into, as a condition no query of what they hold goes without: a project key its own, an
 * organization key none (contract §3 "Key scopes"), a member those of the organization, an operator all.
 */
export function readableProjects(ctx: Ctx): Prisma.ProjectWhereInput {
  const { actor } = ctx
  const own = ownProjects(ctx)
  return actor.type === 'key' && actor.projectId === null ? { AND: [own, { id: { in: [] } }] } : own
}
