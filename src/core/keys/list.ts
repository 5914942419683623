import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { idPage, inListOrder, type Page } from '../foundation/page.ts'
import { parse } from '../foundation/parse.ts'
import { resolveOrganization } from '../organizations/resolve.ts'
import type { KeyRecord } from './definition.ts'
import { toKeyRecord } from './read.ts'

const inputSchema = z.strictObject({ organizationId: uuidSchema.optional() })

/**
 * Lists the keys of an organization, oldest first, including revoked keys, without their secrets. Returns all keys, or
 * a page with one extra key if there are more. For members, and for operators, who must pass the organization id.
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

/** Counts the keys of the member's organization, including revoked keys. */
export async function countKeys({ ctx }: { ctx: Ctx }): Promise<number> {
  authorize(ctx, 'keys:read')
  return ctx.db.prisma.apiKey.count({ where: { organizationId: resolveOrganization(ctx, undefined) } })
}
