import { z } from 'zod'
import { accessChanged } from '../access/access-changes.ts'
import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import type { KeyRecord } from './definition.ts'
import { toKeyRecord, visibleKeys } from './read.ts'

/** Maximum seconds until all processes reject a revoked key. The process that revoked it rejects it immediately. */
export const REVOCATION_SECONDS = 5

const inputSchema = z.strictObject({ id: uuidSchema })

/**
 * Revokes a key. This takes effect immediately in this process and within 5 s in all others. Revoking a key again
 * changes nothing. For operators, and for admins of the key's organization.
 * @throws {AppError} FORBIDDEN; NOT_FOUND, also for a key of another organization
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
  const where = { AND: [{ id }, visibleKeys(ctx)] }
  await apiKey.updateMany({ where: { ...where, revokedAt: null }, data: { revokedAt: ctx.now() } })
  const key = await apiKey.findFirst({ where })
  if (!key?.revokedAt) throw notFound('Key')
  accessChanged(id)
  return { ...toKeyRecord(key), revokedAt: key.revokedAt }
}
