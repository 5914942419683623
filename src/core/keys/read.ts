import type { ApiKey, Prisma } from '../../generated/prisma/client.ts'
import { requireOrganizationId } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import type { KeyRecord } from './definition.ts'

/** Returns the public fields of a key row. */
export function toKeyRecord(key: ApiKey): KeyRecord {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    kind: key.projectId ? 'project' : 'organization',
    projectId: key.projectId,
    scopes: key.scopes,
    connected: key.connected,
    createdAt: key.createdAt,
    lastUsedAt: key.lastUsedAt,
    revokedAt: key.revokedAt,
  }
}

/**
 * Returns the filter for the keys that the caller may read; every query must include it. A key may read itself, a
 * member all keys of the organization, and an operator every key.
 */
export function visibleKeys(ctx: Ctx): Prisma.ApiKeyWhereInput {
  const { actor } = ctx
  if (actor.type === 'operator') return {}
  const organizationId = requireOrganizationId(ctx)
  return actor.type === 'key' ? { organizationId, id: actor.keyId } : { organizationId }
}

/** Returns keys by id, in the given order; null for a missing key or one that the caller may not read. */
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
