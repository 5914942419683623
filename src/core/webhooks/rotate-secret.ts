import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { uuidSchema } from '../ids.ts'
import { requestedOrganization } from '../organizations/requested.ts'
import { parse } from '../parse.ts'
import { newWebhookSecret } from './secret.ts'

const inputSchema = z.strictObject({ organizationId: uuidSchema.optional() })

/**
 * Replaces the secret of the caller's organization: every call from now on is signed with the new one, also the next
 * attempt of a webhook that waits for it. For admins among its members.
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
  const id = requestedOrganization(ctx, parse(inputSchema, input).organizationId)
  const secret = newWebhookSecret()
  await ctx.db.prisma.organization.update({
    where: { id },
    data: { webhookSecret: ctx.deps.secrets.seal(secret) },
  })
  return { secret }
}
