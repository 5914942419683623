import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { uuidSchema } from '../ids.ts'
import { resolveOrganization } from '../organizations/resolve.ts'
import { parse } from '../parse.ts'

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
  // Node ignores characters that are not base64; verifiers do not.
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === encoded
}

const inputSchema = z.strictObject({ organizationId: uuidSchema.optional() })

/**
 * The secret that signs the webhooks of an organization for which the request gave none; created when first needed. For
 * members who are admins of it, and for operators, who name it.
 * @throws {AppError} FORBIDDEN; NOT_FOUND for another organization's
 */
export async function readWebhookSecret({
  ctx,
  input = {},
}: {
  ctx: Ctx
  input?: z.input<typeof inputSchema>
}): Promise<{ secret: string }> {
  authorize(ctx, 'webhook-secret:manage')
  const organizationId = resolveOrganization(ctx, parse(inputSchema, input).organizationId)
  return { secret: ctx.deps.secrets.open(await organizationSecret(ctx, ctx.db.prisma, organizationId)) }
}

/** A new random secret of 32 bytes. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The encrypted secret of an organization; created if there is none. Concurrent calls get the same secret. */
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
  const { webhookSecret: stored } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
  })
  return stored ?? webhookSecret
}

/**
 * Replaces the webhook secret of an organization: every call from now on is signed with the new one, pending retries included.
 * For members who are admins of it, and for operators, who name it.
 * @throws {AppError} FORBIDDEN; NOT_FOUND for another organization's
 */
export async function rotateWebhookSecret({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<{ secret: string }> {
  authorize(ctx, 'webhook-secret:manage')
  const id = resolveOrganization(ctx, parse(inputSchema, input).organizationId)
  const secret = newWebhookSecret()
  const { count } = await ctx.db.prisma.organization.updateMany({
    where: { id },
    data: { webhookSecret: ctx.deps.secrets.seal(secret) },
  })
  if (count === 0) throw notFound('Organization')
  return { secret }
}
