import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { hashToken, newId, uuidSchema } from '../ids.ts'
import { resolveOrganization } from '../organizations/resolve.ts'
import { badFields, parse } from '../parse.ts'
import { ownProjects } from '../project-access.ts'
import { nameSchema } from '../text.ts'
import type { KeyRecord } from './definition.ts'
import { toKeyRecord } from './read.ts'
import { newKey, prefixOf } from './secret.ts'

const inputSchema = z.strictObject({
  projectId: uuidSchema.optional(),
  organizationId: uuidSchema.optional(),
  admin: z.boolean().default(false),
  name: nameSchema.optional(),
})

/** A new key with its secret text. */
export interface CreatedKey extends KeyRecord {
  /** The whole key, which cannot be read again later. */
  key: string
}

/**
 * Creates a key for a project, or for an organization (with admin on request). For operators, who name either, and for
 * members who are admins; without a project their key is for their own organization.
 * @throws {AppError} FORBIDDEN; BAD_REQUEST unless exactly one owner is named; NOT_FOUND
 */
export async function createKey({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<CreatedKey> {
  authorize(ctx, 'keys:manage')
  const { projectId, organizationId, admin, name } = parse(inputSchema, input)
  const named = projectId !== undefined || organizationId !== undefined || ctx.actor.type === 'member'
  if (!named || (projectId !== undefined && organizationId !== undefined)) {
    throw badFields({ projectId: 'give either a project or an organization' })
  }
  if (admin && projectId) throw badFields({ admin: 'only an organization key can have admin' })
  const owner = projectId
    ? await ownedByProject(ctx, projectId)
    : await ownedByOrganization(ctx, organizationId)
  const key = newKey()
  const created = await ctx.db.prisma.apiKey.create({
    data: { id: newId(), ...owner, admin, name: name ?? null, prefix: prefixOf(key), hash: hashToken(key) },
  })
  return { ...toKeyRecord(created), key }
}

async function ownedByProject(ctx: Ctx, projectId: string) {
  const project = await ctx.db.prisma.project.findFirst({
    where: { AND: [{ id: projectId }, ownProjects(ctx)] },
  })
  if (!project) throw notFound('Project')
  return { organizationId: project.organizationId, projectId }
}

async function ownedByOrganization(ctx: Ctx, named: string | undefined) {
  const id = resolveOrganization(ctx, named)
  const organization = await ctx.db.prisma.organization.findUnique({ where: { id } })
  if (!organization) throw notFound('Organization')
  return { organizationId: id, projectId: null }
}
