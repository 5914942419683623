import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'

/** A project as operators see it. */
export interface ListedProject {
  id: string
  organizationId: string
  name: string
  brand: string
  url: string | null
  createdAt: Date
}

const inputSchema = z.strictObject({ organizationId: uuidSchema.optional() })

/**
 * Returns the projects of an organization, or of all organizations, oldest first. Operators only.
 * @throws {AppError} BAD_REQUEST
 */
export async function listAllProjects({
  ctx,
  input = {},
}: {
  ctx: Ctx
  input?: z.input<typeof inputSchema>
}): Promise<ListedProject[]> {
  authorize(ctx, 'operate')
  const { organizationId } = parse(inputSchema, input)
  const projects = await ctx.db.prisma.project.findMany({
    where: { organizationId: organizationId ?? { not: null } },
    orderBy: { id: 'asc' },
  })
  return projects.flatMap(({ id, organizationId, displayName, analysisBrandName, url, createdAt }) =>
    organizationId === null
      ? []
      : [{ id, organizationId, name: displayName, brand: analysisBrandName, url, createdAt }],
  )
}
