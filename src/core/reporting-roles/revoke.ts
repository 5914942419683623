import { authorize } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { transaction } from '../foundation/transaction.ts'
import { dropDatabaseRole } from './database-role.ts'

/**
 * Revokes a reporting role: it sees no rows from now on, its sessions end, and PostgreSQL drops it. Operators only.
 * @returns whether PostgreSQL dropped the role. If not, it can still sign in, but sees no rows.
 * @throws {AppError} NOT_FOUND
 */
export async function revokeReportingRole({
  ctx,
  input: { role },
}: {
  ctx: Ctx
  input: { role: string }
}): Promise<{ role: string; revoked: true; dropped: boolean }> {
  authorize(ctx, 'operate')
  await transaction(ctx, async ({ db }) => {
    const revoked = await db.reportingRole.findUnique({ where: { roleName: role } })
    if (!revoked) throw notFound('Reporting role')
    await db.reportingRole.delete({ where: { roleName: role } })
    const { organizationId } = revoked
    await recordAudit(db, ctx, { organizationId, action: 'reporting_role.revoked', target: role })
  })
  return { role, revoked: true, dropped: await dropDatabaseRole(ctx, role) }
}
