import { z } from 'zod'
import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { newId, uuidSchema } from '../ids.ts'
import { limitsOf } from '../organizations/plans.ts'
import { parse } from '../parse.ts'
import { nameSchema, urlSchema } from '../text.ts'
import { transaction } from '../transaction.ts'
import { type ProjectRecord, recordOf } from './record.ts'

const inputSchema = z.strictObject({
  organizationId: uuidSchema,
  name: nameSchema,
  url: urlSchema.optional(),
  location: z.string().trim().min(1).max(100).default('global'),
})

/**
 * Makes a project; the name is its label and, at first, the brand it analyses (specification §2 "Project").
 * @throws {AppError} NOT_FOUND for another organization; FORBIDDEN at the plan's project limit
 */
export async function createProject({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<ProjectRecord> {
  authorize(ctx, 'organization:admin')
  const { organizationId, name, url, location } = parse(inputSchema, input)
  if (ctx.actor.type !== 'operator' && organizationOf(ctx) !== organizationId) throw notFound('Organization')
  return transaction(ctx, async ({ db }) => {
    // Locked, so that two creations at once cannot both take the last place.
    await db.$queryRaw`SELECT id FROM organization WHERE id = ${organizationId}::uuid FOR UPDATE`
    const organization = await db.organization.findUnique({
      where: { id: organizationId },
      include: { _count: { select: { projects: true } } },
    })
    if (!organization) throw notFound('Organization')
    const limit = limitsOf(organization).projects
    if (organization._count.projects >= limit) {
      throw new AppError('FORBIDDEN', `The plan allows ${limit} project${limit === 1 ? '' : 's'}.`)
    }
    const project = await db.project.create({
      data: {
        id: newId(),
        organizationId,
        displayName: name,
        analysisBrandName: name,
        url: url ?? null,
        location,
        defaultProviders: ctx.deps.providers.tokens(),
      },
      include: { competitors: true },
    })
    return recordOf(project)
  })
}
