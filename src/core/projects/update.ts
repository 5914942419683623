import { z } from 'zod'
import { authorize } from '../authorize.ts'
import { aliasesSchema, descriptionSchema, domainsSchema } from '../brand.ts'
import { checkOwnBrand } from '../competitors/own-brand.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { isUuid } from '../ids.ts'
import { badFields, parse } from '../parse.ts'
import { ownProjects } from '../project-access.ts'
import { resolveProviders } from '../providers/resolve.ts'
import { providersSchema } from '../question.ts'
import { nameSchema, urlSchema } from '../text.ts'
import { transaction } from '../transaction.ts'
import { type ProjectRecord, toProjectRecord } from './row.ts'

/** Body of PATCH /projects/{projectId}. */
export const projectChangeSchema = z.strictObject({
  displayName: nameSchema.optional().describe('The label of the project.'),
  analysisBrandName: nameSchema
    .optional()
    .describe('The brand that future runs look for; those that have begun keep theirs.'),
})

/** Maximum number of default providers of a project. */
const MAXIMUM_PROVIDERS = 100

/** The fields of a project that can be changed; its competitors, prompts and schedule have operations of their own. */
const fullChangeSchema = projectChangeSchema.extend({
  url: urlSchema.nullable().optional(),
  description: descriptionSchema.nullable().optional(),
  aliases: aliasesSchema.optional(),
  domains: domainsSchema.optional(),
  defaultProviders: providersSchema(MAXIMUM_PROVIDERS).optional(),
})
export type ProjectChange = z.input<typeof fullChangeSchema>

/**
 * Changes the given fields of a project. A project key need not name its project.
 * @throws {AppError} FORBIDDEN for an organization key without admin; BAD_REQUEST; INVALID_PROVIDER; NOT_FOUND, also for
 *   another tenant's
 */
export async function updateProject({
  ctx,
  input,
}: {
  ctx: Ctx
  input: ProjectChange & { projectId?: string }
}): Promise<ProjectRecord> {
  authorize(ctx, 'project:update')
  const { projectId = keyProject(ctx), ...change } = input
  const { defaultProviders, ...given } = parse(fullChangeSchema, change)
  if (projectId === undefined) throw badFields({ projectId: 'is required' })
  if (!isUuid(projectId)) throw notFound('Project')
  const data = {
    ...given,
    ...(defaultProviders && {
      defaultProviders: resolveProviders(ctx, defaultProviders, 'defaultProviders').map(({ id }) => id),
    }),
  }
  const where = { AND: [{ id: projectId }, ownProjects(ctx)] }
  return transaction(ctx, async ({ db, publish }) => {
    if (Object.values(data).some((value) => value !== undefined)) await db.project.updateMany({ where, data })
    const project = await db.project.findFirst({ where, include: { competitors: true } })
    if (!project) throw notFound('Project')
    if (given.analysisBrandName !== undefined || given.aliases) await checkOwnBrand(db, project.id, 'brand')
    publish({ projectId: project.id, changed: 'project' })
    return toProjectRecord(project)
  })
}

function keyProject({ actor }: Ctx): string | undefined {
  return actor.type === 'key' ? (actor.projectId ?? undefined) : undefined
}
