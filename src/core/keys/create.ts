import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { newId, uuidSchema } from '../ids.ts'
import { badFields, parse } from '../parse.ts'
import { nameSchema } from '../text.ts'
import { hashKey, newKey, prefixOf } from './secret.ts'

const inputSchema = z.strictObject({
  projectId: uuidSchema.optional(),
  organizationId: uuidSchema.optional(),
  admin: z.boolean().default(false),
  name: nameSchema.optional(),
})

export interface CreatedKey {
  id: string
  /** The whole key. Shown here and never again. */
  key: string
  scope: 'project' | 'organization'
}

/**
 * Makes a key for a project, or for an organization (with admin on request).
 * @throws {AppError} BAD_REQUEST unless exactly one owner is named; NOT_FOUND
 */
export async function createKey({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<CreatedKey> {
  authorize(ctx, 'operate')
  const { projectId, organizationId, admin, name } = parse(inputSchema, input)
  if ((projectId === undefined) === (organizationId === undefined)) {
    throw badFields({ projectId: 'give either a project or an organization' })
  }
  if (admin && projectId) throw badFields({ admin: 'only an organization key can have admin' })
  const owner = await findOwner(ctx, projectId, organizationId)
  const key = newKey()
  const { id } = await ctx.db.prisma.apiKey.create({
    data: { id: newId(), ...owner, admin, name: name ?? null, prefix: prefixOf(key), hash: hashKey(key) },
  })
  return { id, key, scope: projectId ? 'project' : 'organization' }
}

async function findOwner(ctx: Ctx, projectId: string | undefined, organizationId: string | undefined) {
  if (projectId) {
    const project = await ctx.db.prisma.project.findUnique({ where: { id: projectId } })
    if (!project) throw notFound('Project')
    return { organizationId: project.organizationId, projectId }
  }
  const organization = await ctx.db.prisma.organization.findUnique({ where: { id: organizationId ?? '' } })
  if (!organization) throw notFound('Organization')
  return { organizationId: organization.id, projectId: null }
}
