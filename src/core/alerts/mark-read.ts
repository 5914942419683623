import { z } from 'zod'
import { authorize, requireMember } from '../access/authorize.ts'
import { readableProjects, resolveProject } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'

/** Maximum number of ids in a request. */
const MAX_IDS = 500

const inputSchema = z.strictObject({
  projectId: z.string('must be a text'),
  alertIds: z
    .array(uuidSchema)
    .max(MAX_IDS, `must contain at most ${MAX_IDS} ids`)
    .optional()
    .describe('The alerts; defaults to all alerts of the project.'),
})

/**
 * Marks alerts of a project as read by the calling member. Repeating it has no further effect.
 * @returns the number of alerts that were unread before
 * @throws {AppError} FORBIDDEN for any other caller; BAD_REQUEST for ids that are not alerts of the project; NOT_FOUND
 */
export async function markAlertsRead({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<{ projectId: string; marked: number }> {
  authorize(ctx, 'runs:read')
  const { userId } = requireMember(ctx)
  const { projectId: requested, alertIds } = parse(inputSchema, input)
  const projectId = resolveProject(ctx, requested)
  const where = { AND: [{ id: projectId }, readableProjects(ctx)] }
  if ((await ctx.db.prisma.project.count({ where })) === 0) throw notFound('Project')
  const alerts = await ctx.db.prisma.alert.findMany({
    where: { projectId, project: readableProjects(ctx), ...(alertIds && { id: { in: alertIds } }) },
    select: { id: true },
  })
  if (alertIds && alerts.length < new Set(alertIds).size)
    throw badFields({ alertIds: 'contains an id that is not an alert of the project' })
  const { count } = await ctx.db.prisma.alertRead.createMany({
    data: alerts.map(({ id }) => ({ alertId: id, userId })),
    skipDuplicates: true,
  })
  return { projectId, marked: count }
}
