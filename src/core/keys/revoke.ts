import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { uuidSchema } from '../ids.ts'
import { parse } from '../parse.ts'
import type { KeyRecord } from './definition.ts'
import { toKeyRecord, visibleKeys } from './read.ts'

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
  rememberRevoked(id)
  return { ...toKeyRecord(key), revokedAt: key.revokedAt }
}

/**
 * Keys that were revoked by this process. Revocations are final, so that this is never out of date; other processes see them in
 * the database.
 */
const revoked = new Set<string>()

/** Remembers a revocation. */
export function rememberRevoked(keyId: string): void {
  revoked.add(keyId)
}

/** Whether this process has revoked a key. */
export function isRevokedHere(keyId: string): boolean {
  return revoked.has(keyId)
}
