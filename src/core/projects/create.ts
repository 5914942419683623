import { z } from 'zod'
import { LOCATION_RULE, parseLocation } from '../../definitions/countries/location.ts'
import { authorize, requireOrganizationId } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { isUuid, newId } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { nameSchema, urlSchema } from '../foundation/text.ts'
import { transaction } from '../foundation/transaction.ts'
import { limitsOf } from '../organizations/limits.ts'
import { defaultTokens } from '../providers/registry-of.ts'
import { type ProjectRecord, toProjectRecord } from './row.ts'

/** Home market of a brand that sells everywhere. */
const GLOBAL = 'global'

/** Body of POST /orgs/{orgId}/projects. */
export const newProjectSchema = z.strictObject({
  name: nameSchema.describe('Label of the project. It is also the initial analysis brand.'),
  url: urlSchema.optional().describe('Website of the brand. Setup reads its home page.'),
  location: z
    .string('must be a text')
    .max(100, 'must be at most 100 characters')
    .refine(
      (location) => location === GLOBAL || parseLocation(location) !== null,
      `${LOCATION_RULE}, or ${GLOBAL}`,
    )
    .default(GLOBAL)
    .describe('Home market of the brand: a country, or `global`.'),
})
export type NewProject = z.input<typeof newProjectSchema>

/**
 * Creates a project and queues its setup. The project belongs to the caller's organization unless another is given. Its
 * name is both its label and the initial analysis brand. Concurrent calls cannot exceed the limit of the plan.
 * @throws {AppError} FORBIDDEN if the caller is not an admin or the plan's project limit is reached; BAD_REQUEST;
 *   NOT_FOUND for another organization
 */
export async function createProject({
  ctx,
  input,
}: {
  ctx: Ctx
  input: NewProject & { organizationId?: string }
}): Promise<ProjectRecord> {
  authorize(ctx, 'organization:admin')
  const { organizationId = requireOrganizationId(ctx), ...fields } = input
  const { name, url, location } = parse(newProjectSchema, fields)
  if (!isUuid(organizationId)) throw notFound('Organization')
  if (ctx.actor.type !== 'operator' && requireOrganizationId(ctx) !== organizationId.toLowerCase())
    throw notFound('Organization')
  return transaction(ctx, async ({ db, enqueue }) => {
    // The lock keeps concurrent calls from exceeding the limit.
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
        defaultProviders: defaultTokens(ctx.deps.providers.of(organization.id)),
        setupStatus: 'queued',
      },
      include: { competitors: true },
    })
    enqueue({ name: 'setup', projectId: project.id })
    await recordAudit(db, ctx, { organizationId: organization.id, action: 'project.created', target: name })
    return toProjectRecord(project)
  })
}
