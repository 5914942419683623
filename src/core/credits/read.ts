import { organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { type CreditEntryRecord, recordOf } from './record.ts'

/** Lines of the ledger by id, in the order asked for; null for a missing one and for one the caller may not see. */
export async function readCreditEntries({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(CreditEntryRecord | null)[]> {
  const { actor } = ctx
  if (actor.type === 'key' && actor.projectId) return ids.map(() => null)
  const entries = await ctx.db.prisma.creditEntry.findMany({
    where: { id: { in: ids.filter(isUuid) }, organizationId: organizationOf(ctx) },
  })
  const found = new Map(entries.map((entry) => [entry.id, recordOf(entry)]))
  return ids.map((id) => found.get(id) ?? null)
}
