import { z } from 'zod'
import { accessChanged } from '../access/access-changes.ts'
import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { deleteProject } from '../projects/delete.ts'
import { purgeProject } from '../projects/purge.ts'
import { revokeReportingRole } from '../reporting-roles/revoke.ts'
import { deleteBatch } from '../retention/delete-batch.ts'

const inputSchema = z.strictObject({
  organizationId: uuidSchema,
  /** Name of the organization, as confirmation. */
  name: z.string('must be a text'),
})

/**
 * Deletes an organization and everything that belongs to it, and users without another organization. Access ends first. The rows
 * are deleted in many short statements; a call that was interrupted can be repeated. Operators only.
 * @returns the number of deleted users
 * @throws {AppError} BAD_REQUEST unless the name is right; NOT_FOUND
 */
export async function eraseOrganization({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<{ id: string; erased: true; users: number }> {
  authorize(ctx, 'operate')
  const { organizationId, name } = parse(inputSchema, input)
  const { prisma, pool } = ctx.db
  const organization = await prisma.organization.findUnique({ where: { id: organizationId } })
  if (!organization) throw notFound('Organization')
  if (organization.name !== name)
    throw badFields({ name: `is not the name of the organization, which is "${organization.name}"` })
  const members = await prisma.member.findMany({ where: { organizationId } })
  const keys = await prisma.apiKey.findMany({ where: { organizationId }, select: { id: true } })
  await prisma.apiKey.deleteMany({ where: { organizationId } })
  await prisma.invitation.deleteMany({ where: { organizationId } })
  for (const { roleName } of await prisma.reportingRole.findMany({ where: { organizationId } }))
    await revokeReportingRole({ ctx, input: { role: roleName } })
  // Connections of keys and members are closed, here at once and in other processes within seconds.
  const userIds = members.map(({ userId }) => userId)
  const { count: users } = await prisma.user.deleteMany({
    where: { id: { in: userIds }, members: { every: { organizationId } } },
  })
  await prisma.member.deleteMany({ where: { organizationId } })
  for (const id of [...keys.map(({ id }) => id), ...userIds]) accessChanged(id)
  for (const { id } of await prisma.project.findMany({ where: { organizationId }, select: { id: true } })) {
    await deleteProject({ ctx, input: { projectId: id } })
    await purgeProject({ ctx, input: { projectId: id } })
  }
  for (;;) {
    const batch = await prisma.batch.findFirst({ where: { organizationId }, select: { id: true } })
    if (!batch) break
    await deleteBatch(ctx, batch.id)
  }
  await pool.query('DELETE FROM provider_spend WHERE organization_id = $1', [organizationId])
  await prisma.organization.delete({ where: { id: organizationId } })
  ctx.deps.logger.info({ organizationId, users }, 'an organization was erased')
  return { id: organizationId, erased: true, users }
}
