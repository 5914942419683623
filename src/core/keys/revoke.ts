import { z } from 'zod'
import { accessChanged } from '../access-changes.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { uuidSchema } from '../ids.ts'
import { parse } from '../parse.ts'
import type { KeyRecord } from './definition.ts'
import { toKeyRecord, visibleKeys } from './read.ts'

/** Within how many seconds every process refuses a revoked key; the one that revoked it does so at once. */
export const REVOCATION_SECONDS = 5

const inputSchema = z.strictObject({ id: uuidSchema })

/**
 * Revokes a key: effective at once in this process, within 5 s everywhere. Revoking it again changes nothing. For operators,
 * and for members of its organization who are admins.
 * @throws {AppError} FORBIDDEN; NOT_FOUND, also for another organization's
 */
export async function revokeKey({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<KeyRecord & { revokedAt: Date }> {
  authorize(ctx, 'keys:manage')
  const { id } = parse(inputSchema, input)
  const { apiKey } = ctx.db.prisma
  const own = { AND: [{ id }, visibleKeys(ctx)] }
  await apiKey.updateMany({ where: { ...own, revokedAt: null }, data: { revokedAt: ctx.now() } })
  const key = await apiKey.findFirst({ where: own })
  if (!key?.revokedAt) throw notFound('Key')
  accessChanged(id)
  return { ...toKeyRecord(key), revokedAt: key.revokedAt }
}
