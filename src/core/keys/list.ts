import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { uuidSchema } from '../ids.ts'
import { resolveOrganization } from '../organizations/resolve.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import { parse } from '../parse.ts'
import type { KeyRecord } from './definition.ts'
import { toKeyRecord } from './read.ts'

const inputSchema = z.strictObject({ organizationId: uuidSchema.optional() })

/**
 * The keys of an organization, oldest first, revoked ones included: all of them, or a page and one more. Never the keys
 * themselves. For members and operators; a member's organization needs no name.
 * @throws {AppError} FORBIDDEN; NOT_FOUND
 */
export async function listKeys({
  ctx,
  input: { page, ...input },
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema> & { page?: Page }
}): Promise<KeyRecord[]> {
  authorize(ctx, 'keys:read')
  const organizationId = resolveOrganization(ctx, parse(inputSchema, input).organizationId)
  const cut = page ? idPage(page) : { orderBy: { id: 'asc' as const } }
  const organization = await ctx.db.prisma.organization.findUnique({
    where: { id: organizationId },
    include: { keys: cut },
  })
  if (!organization) throw notFound('Organization')
  const keys = organization.keys.map(toKeyRecord)
  return page ? inListOrder(keys, page) : keys
}

/** How many keys the member's organization has, revoked ones included. */
export async function countKeys({ ctx }: { ctx: Ctx }): Promise<number> {
  authorize(ctx, 'keys:read')
  return ctx.db.prisma.apiKey.count({ where: { organizationId: resolveOrganization(ctx, undefined) } })
}
