import type { Prisma } from '../../generated/prisma/client.ts'
import { organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { type KeyRecord, recordOf } from './record.ts'

/**
 * Which keys the caller may see, as a condition no query goes without: a key itself, a member those of the organization,
 * an operator all.
 */
export function visibleKeys(ctx: Ctx): Prisma.ApiKeyWhereInput {
  const { actor } = ctx
  if (actor.type === 'operator') return {}
  const organizationId = organizationOf(ctx)
  return actor.type === 'key' ? { organizationId, id: actor.keyId } : { organizationId }
}

/** Keys by id, in the order asked for; null for a missing one and for one the caller may not see. */
export async function readKeys({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(KeyRecord | null)[]> {
  const where = { AND: [{ id: { in: input.ids.filter(isUuid) } }, visibleKeys(ctx)] }
  const keys = await ctx.db.prisma.apiKey.findMany({ where })
  const found = new Map(keys.map((key) => [key.id, recordOf(key)]))
  return input.ids.map((id) => found.get(id) ?? null)
}
