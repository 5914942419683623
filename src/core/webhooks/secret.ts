import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { resolveOrganization } from '../organizations/resolve.ts'
import type { WebhookDeps } from './dependencies.ts'

const PREFIX = 'whsec_'
const NOT_A_SECRET = 'must be whsec_ followed by the base64 of 24 to 64 random bytes'

/** Secret format of Standard Webhooks, "Signature scheme": `whsec_` and the base64 of 24 to 64 bytes. */
export const webhookSecretSchema = z
  .string('must be a text')
  .regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, NOT_A_SECRET)
  .refine(isSecret, NOT_A_SECRET)

function isSecret(text: string): boolean {
  const encoded = text.slice(PREFIX.length)
  const bytes = Buffer.from(encoded, 'base64')
  // Compares the encoded text because Node ignores characters that are not base64, but receivers that verify signatures
  // do not.
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === encoded
}

const inputSchema = z.strictObject({ organizationId: uuidSchema.optional() })

/**
 * Returns the secret that signs an organization's webhooks if the request did not contain a secret. It is created when
 * first needed. For admins of the organization, and for operators, who must pass `organizationId`.
 * @throws {AppError} FORBIDDEN; NOT_FOUND for another organization
 */
export async function readWebhookSecret({
  ctx,
  input = {},
}: {
  ctx: Ctx<WebhookDeps>
  input?: z.input<typeof inputSchema>
}): Promise<{ secret: string }> {
  authorize(ctx, 'webhook-secret:manage')
  const organizationId = resolveOrganization(ctx, parse(inputSchema, input).organizationId)
  const secret = ctx.deps.secrets.open(await organizationSecret(ctx, ctx.db.prisma, organizationId))
  await recordAudit(ctx.db.prisma, ctx, { organizationId, action: 'webhook_secret.shown', target: null })
  return { secret }
}

/** Returns a new random secret of 32 bytes. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/**
 * Returns the encrypted secret of an organization, and creates it if there is none. Concurrent calls get the same
 * secret.
 */
export async function organizationSecret(
  ctx: Ctx<WebhookDeps>,
  db: Prisma.TransactionClient,
  organizationId: string,
): Promise<Uint8Array> {
  const organization = await db.organization.findUnique({ where: { id: organizationId } })
  if (!organization) throw notFound('Organization')
  if (organization.webhookSecret) return organization.webhookSecret
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
 * Replaces the webhook secret of an organization. All messages from now on, including pending retries, are signed with
 * the new one. For admins of the organization, and for operators, who must pass `organizationId`.
 * @throws {AppError} FORBIDDEN; NOT_FOUND for another organization
 */
export async function rotateWebhookSecret({
  ctx,
  input,
}: {
  ctx: Ctx<WebhookDeps>
  input: z.input<typeof inputSchema>
}): Promise<{ secret: string }> {
  authorize(ctx, 'webhook-secret:manage')
  const id = resolveOrganization(ctx, parse(inputSchema, input).organizationId)
  const secret = newWebhookSecret()
  await transaction(ctx, async ({ db }) => {
    const { count } = await db.organization.updateMany({
      where: { id },
      data: { webhookSecret: ctx.deps.secrets.seal(secret) },
    })
    if (count === 0) throw notFound('Organization')
    await recordAudit(db, ctx, { organizationId: id, action: 'webhook_secret.replaced', target: null })
  })
  return { secret }
}
