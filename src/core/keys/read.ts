import type { ApiKey, Prisma } from '../../generated/prisma/client.ts'
import { organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import type { KeyRecord } from './definition.ts'

/** The public part of a key's row. */
export function toKeyRecord(key: ApiKey): KeyRecord {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scope: key.projectId ? 'project' : 'organization',
    projectId: key.projectId,
    admin: key.admin,
    createdAt: key.createdAt,
    lastUsedAt: key.lastUsedAt,
    revokedAt: key.revokedAt,
  }
}

/**
 * The keys the caller may read, as a condition that every query must contain: a key itself, a member those of the
 * organization, an operator all.
 */
export function visibleKeys(ctx: Ctx): Prisma.ApiKeyWhereInput {
  const { actor } = ctx
  if (actor.type === 'operator') return {}
  const organizationId = organizationOf(ctx)
  return actor.type === 'key' ? { organizationId, id: actor.keyId } : { organizationId }
}

/** Keys by id, in the given order; null for a missing one and for one the caller may not read. */
export async function readKeys({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(KeyRecord | null)[]> {
  const where = { AND: [{ id: { in: input.ids.filter(isUuid) } }, visibleKeys(ctx)] }
  const keys = await ctx.db.prisma.apiKey.findMany({ where })
  return inIdOrder(input.ids, keys, toKeyRecord)
}
