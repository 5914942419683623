import { z } from 'zod'
import { accessChanged } from '../access/access-changes.ts'
import { authorize } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import type { KeyRecord } from './definition.ts'
import { toKeyRecord, visibleKeys } from './read.ts'

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
  return revoke(ctx, parse(inputSchema, input).id)
}

/** Revokes the key of a connected app that gave up its access, in the name of the app. Ignores keys of deleted projects. */
export async function disconnectApp({
  ctx,
  input: { id },
}: {
  ctx: Omit<Ctx, 'actor'>
  input: { id: string }
}): Promise<void> {
  const key = await ctx.db.prisma.apiKey.findFirst({ where: { id, connected: true } })
  if (!key) return
  const { organizationId, projectId, scopes } = key
  await revoke({ ...ctx, actor: { type: 'key', keyId: id, organizationId, projectId, scopes } }, id)
}

async function revoke(ctx: Ctx, id: string): Promise<KeyRecord & { revokedAt: Date }> {
  const where = { AND: [{ id }, visibleKeys(ctx)] }
  const key = await transaction(ctx, async ({ db }) => {
    const data = { revokedAt: ctx.now() }
    const { count } = await db.apiKey.updateMany({ where: { ...where, revokedAt: null }, data })
    const key = await db.apiKey.findFirst({ where })
    if (!key) throw notFound('Key')
    const { organizationId, name, prefix } = key
    const target = name ?? `${prefix}…`
    if (count > 0) await recordAudit(db, ctx, { organizationId, action: 'key.revoked', target })
    return key
  })
  if (!key.revokedAt) throw notFound('Key')
  accessChanged(id)
  return { ...toKeyRecord(key), revokedAt: key.revokedAt }
}
