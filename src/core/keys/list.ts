import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { uuidSchema } from '../ids.ts'
import { parse } from '../parse.ts'

const inputSchema = z.strictObject({ organizationId: uuidSchema })

export interface KeyRecord {
  id: string
  name: string | null
  /** First characters of the key. */
  prefix: string
  scope: 'project' | 'organization'
  projectId: string | null
  admin: boolean
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/**
 * All keys of an organization, oldest first, revoked ones included. Never the keys themselves.
 * @throws {AppError} NOT_FOUND
 */
export async function listKeys({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<KeyRecord[]> {
  authorize(ctx, 'operate')
  const { organizationId } = parse(inputSchema, input)
  const organization = await ctx.db.prisma.organization.findUnique({
    where: { id: organizationId },
    include: { keys: { orderBy: { id: 'asc' } } },
  })
  if (!organization) throw notFound('Organization')
  return organization.keys.map((key) => ({
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scope: key.projectId ? 'project' : 'organization',
    projectId: key.projectId,
    admin: key.admin,
    createdAt: key.createdAt,
    lastUsedAt: key.lastUsedAt,
    revokedAt: key.revokedAt,
  }))
}
