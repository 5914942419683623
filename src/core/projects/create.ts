import { z } from 'zod'
import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { isUuid, newId } from '../ids.ts'
import { limitsOf } from '../organizations/plans.ts'
import { parse } from '../parse.ts'
import { nameSchema, textSchema, urlSchema } from '../text.ts'
import { transaction } from '../transaction.ts'
import { type ProjectRecord, toProjectRecord } from './row.ts'

/** Body of POST /orgs/{orgId}/projects. */
export const newProjectSchema = z.strictObject({
  name: nameSchema.describe('The label of the project and, at first, its analysis brand.'),
  url: urlSchema.optional().describe('Website of the brand; setup reads its first page.'),
  location: textSchema(100).default('global').describe('Where the brand is at home.'),
})
export type NewProject = z.input<typeof newProjectSchema>

/**
 * Creates a project, in the caller's organization unless another is named, and queues its setup. The name is its label and,
 * at first, the brand it analyses. Concurrent calls cannot exceed the limit of the plan.
 * @throws {AppError} FORBIDDEN unless an admin asks, and at the plan's project limit; BAD_REQUEST; NOT_FOUND for another
 *   organization
 */
export async function createProject({
  ctx,
  input,
}: {
  ctx: Ctx
  input: NewProject & { organizationId?: string }
}): Promise<ProjectRecord> {
  authorize(ctx, 'organization:admin')
  const { organizationId = organizationOf(ctx), ...given } = input
  const { name, url, location } = parse(newProjectSchema, given)
  if (!isUuid(organizationId)) throw notFound('Organization')
  if (ctx.actor.type !== 'operator' && organizationOf(ctx) !== organizationId.toLowerCase())
    throw notFound('Organization')
  return transaction(ctx, async ({ db, enqueue }) => {
    // Locked, so that concurrent calls cannot exceed the limit.
    await db.$queryRaw`SELECT id FROM organization WHERE id = ${organizationId}::uuid FOR UPDATE`
    const organization = await db.organization.findUnique({
      where: { id: organizationId },
      include: { _count: { select: { projects: true } } },
    })
    if (!organization) throw notFound('Organization')
    const limit = limitsOf(organization).projects
    if (organization._count.projects >= limit) {
      throw new AppError(
        'FORBIDDEN',
        `The ${organization.plan} plan allows ${limit} project${limit === 1 ? '' : 's'}; delete one or upgrade the plan.`,
      )
    }
    const project = await db.project.create({
      data: {
        id: newId(),
        organizationId: organization.id,
        displayName: name,
        analysisBrandName: name,
        url: url ?? null,
        location,
        defaultProviders: ctx.deps.providers.tokens(),
        setupStatus: 'queued',
      },
      include: { competitors: true },
    })
    enqueue({ name: 'setup', projectId: project.id })
    return toProjectRecord(project)
  })
}
