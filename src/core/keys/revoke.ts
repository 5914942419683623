import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { uuidSchema } from '../ids.ts'
import { parse } from '../parse.ts'

const inputSchema = z.strictObject({ id: uuidSchema })

/**
 * Ends a key; effective everywhere within 5 s. Revoking it again changes nothing.
 * @throws {AppError} NOT_FOUND
 */
export async function revokeKey({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<{ id: string; revokedAt: Date }> {
  authorize(ctx, 'operate')
  const { id } = parse(inputSchema, input)
  const { apiKey } = ctx.db.prisma
  await apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: ctx.now() } })
  const key = await apiKey.findUnique({ where: { id } })
  if (!key?.revokedAt) throw notFound('Key')
  return { id, revokedAt: key.revokedAt }
}
