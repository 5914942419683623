import { authorize } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { randomToken } from '../foundation/ids.ts'
import { transaction } from '../foundation/transaction.ts'
import { endSessions, saveDatabaseRole } from './database-role.ts'
import { type ReportingLogin, toReportingRoleRecord } from './definition.ts'

/**
 * Gives a reporting role a new password and ends its sessions. Creates the role if PostgreSQL lacks it, as after a restore into a
 * new server. Operators only.
 * @throws {AppError} NOT_FOUND; FORBIDDEN if the user of DATABASE_URL may not change roles
 */
export async function rotateReportingRole({
  ctx,
  input: { role },
}: {
  ctx: Ctx
  input: { role: string }
}): Promise<ReportingLogin> {
  authorize(ctx, 'operate')
  const password = randomToken()
  const login = await transaction(ctx, async ({ db }) => {
    const [rotated] = await db.reportingRole.updateManyAndReturn({
      where: { roleName: role },
      data: { rotatedAt: ctx.now() },
    })
    if (!rotated) throw notFound('Reporting role')
    const { organizationId } = rotated
    const database = await saveDatabaseRole(db, { role, password })
    await recordAudit(db, ctx, { organizationId, action: 'reporting_role.rotated', target: role })
    return { ...toReportingRoleRecord(rotated), database, password }
  })
  await endSessions(ctx, role)
  return login
}
