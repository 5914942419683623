import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { randomToken, uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { saveDatabaseRole } from './database-role.ts'
import { type ReportingLogin, toReportingRoleRecord } from './definition.ts'

const inputSchema = z.strictObject({ organizationId: uuidSchema })

/**
 * Creates a role of PostgreSQL that reads the rows of an organization in the schema `reporting`, and returns its password, which
 * is not stored here. The name is random, because all roles of a server can see the names of the others. Operators only.
 * @throws {AppError} NOT_FOUND; FORBIDDEN if the user of DATABASE_URL may not create roles
 */
export async function createReportingRole({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { organizationId: string | undefined }
}): Promise<ReportingLogin> {
  authorize(ctx, 'operate')
  const { organizationId } = parse(inputSchema, input)
  const role = `answergraph_reporting_${randomBytes(6).toString('hex')}`
  const password = randomToken()
  return transaction(ctx, async ({ db }) => {
    const organization = await db.organization.findUnique({ where: { id: organizationId } })
    if (!organization) throw notFound('Organization')
    const database = await saveDatabaseRole(db, { role, password })
    const created = await db.reportingRole.create({
      data: { roleName: role, organizationId, createdAt: ctx.now() },
    })
    await recordAudit(db, ctx, { organizationId, action: 'reporting_role.created', target: role })
    return { ...toReportingRoleRecord(created), database, password }
  })
}
