import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { uuidSchema } from '../ids.ts'
import { parse } from '../parse.ts'
import { visibleKeys } from './read.ts'
import { type KeyRecord, recordOf } from './record.ts'
import { rememberRevoked } from './revoked-here.ts'

const inputSchema = z.strictObject({ id: uuidSchema })

/**
 * Ends a key; effective in this process at once, everywhere within 5 s. Revoking it again changes nothing. For operators,
 * and for admins among the members of its organization.
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
  rememberRevoked(id)
  return { ...recordOf(key), revokedAt: key.revokedAt }
}
