import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { managedOrganization } from '../members/locked.ts'

const inputSchema = z.strictObject({ id: uuidSchema })

/**
 * Deletes an open invitation, which invalidates its link. For operators, and for admins of the organization.
 * @returns the id of the invitation
 * @throws {AppError} FORBIDDEN; NOT_FOUND, also for an invitation of another organization
 */
export async function revokeInvitation({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<string> {
  authorize(ctx, 'members:manage')
  const { id } = parse(inputSchema, input)
  await transaction(ctx, async ({ db }) => {
    const where = { ...managedOrganization(ctx), id }
    const invitation = await db.invitation.findFirst({ where })
    const { count } = await db.invitation.deleteMany({ where })
    if (!invitation || count === 0) throw notFound('Invitation')
    const { organizationId, email } = invitation
    await recordAudit(db, ctx, { organizationId, action: 'invitation.revoked', target: email })
  })
  return id
}
