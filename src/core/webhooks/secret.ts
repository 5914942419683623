import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'

const PREFIX = 'whsec_'
const NOT_A_SECRET = 'must be whsec_ followed by the base64 of 24 to 64 random bytes'

/** Standard Webhooks, "Signature scheme": `whsec_` and the base64 of 24 to 64 bytes. */
export const webhookSecretSchema = z
  .string('must be a text')
  .regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, NOT_A_SECRET)
  .refine(isSecret, NOT_A_SECRET)

function isSecret(text: string): boolean {
  const encoded = text.slice(PREFIX.length)
  const bytes = Buffer.from(encoded, 'base64')
  // Node skips what is no base64; verifiers do not.
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === encoded
}

/**
 * The secret that signs the webhooks of the caller's organization which brought none of their own; made when first
 * asked for. For admins among its members.
 * @throws {AppError} FORBIDDEN
 */
export async function readWebhookSecret({ ctx }: { ctx: Ctx }): Promise<{ secret: string }> {
  authorize(ctx, 'webhook-secret:manage')
  const organizationId = organizationOf(ctx)
  return { secret: ctx.deps.secrets.open(await organizationSecret(ctx, ctx.db.prisma, organizationId)) }
}

/** A secret nobody had before. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** An organization's own secret, sealed; made where there is none, once, however many ask. */
export async function organizationSecret(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  organizationId: string,
): Promise<Uint8Array> {
  const known = await db.organization.findUnique({ where: { id: organizationId } })
  if (!known) throw notFound('Organization')
  if (known.webhookSecret) return known.webhookSecret
  const webhookSecret = ctx.deps.secrets.seal(newWebhookSecret())
  await db.organization.updateMany({
    where: { id: organizationId, webhookSecret: null },
    data: { webhookSecret },
  })
  const { webhookSecret: settled } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
  })
  return settled ?? webhookSecret
}
