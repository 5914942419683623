import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { checkVersion, expectedVersionSchema, ownProjects } from '../access/project-access.ts'
import { asLockedProjectId } from '../access/visible.ts'
import { aliasesSchema, descriptionSchema, domainsSchema } from '../brands/brand.ts'
import { checkOwnBrand } from '../competitors/own-brand.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { isUuid } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { nameSchema, urlSchema } from '../foundation/text.ts'
import { transaction } from '../foundation/transaction.ts'
import { providersSchema } from '../prompts/question.ts'
import { resolveProviders } from '../providers/resolve.ts'
import { type ProjectRecord, toProjectRecord } from './row.ts'

/** Body of PATCH /projects/{projectId}. */
export const projectChangeSchema = z.strictObject({
  displayName: nameSchema.optional().describe('Label of the project.'),
  analysisBrandName: nameSchema
    .optional()
    .describe('Brand that future runs look for. Runs that have already started keep the previous brand.'),
  expectedVersion: expectedVersionSchema,
})

/** Maximum number of default providers of a project. */
const MAXIMUM_PROVIDERS = 100

/** Maximum number of times that a run asks each question. */
export const MAXIMUM_REPLICATES = 10

/** The fields of a project that can be changed. Competitors, prompts and the schedule have separate operations. */
const fullChangeSchema = projectChangeSchema.extend({
  url: urlSchema.nullable().optional(),
  description: descriptionSchema.nullable().optional(),
  aliases: aliasesSchema.optional(),
  domains: domainsSchema.optional(),
  defaultProviders: providersSchema(MAXIMUM_PROVIDERS).optional(),
  replicates: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(MAXIMUM_REPLICATES, `must be at most ${MAXIMUM_REPLICATES}`)
    .optional(),
})
export type ProjectChange = z.input<typeof fullChangeSchema>

/**
 * Changes the given fields of a project. With a project key, `projectId` may be omitted.
 * @throws {AppError} FORBIDDEN for an organization key without the scope admin; BAD_REQUEST; INVALID_PROVIDER;
 *   CONFLICT for another version than expected; NOT_FOUND, including for another tenant's project
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
  const { defaultProviders, expectedVersion, ...fields } = parse(fullChangeSchema, change)
  if (projectId === undefined) throw badFields({ projectId: 'is required' })
  if (!isUuid(projectId)) throw notFound('Project')
  const data = {
    ...fields,
    ...(defaultProviders && {
      defaultProviders: resolveProviders(ctx, defaultProviders, 'defaultProviders').map(({ id }) => id),
    }),
  }
  const where = { AND: [{ id: projectId }, ownProjects(ctx)] }
  return transaction(ctx, async ({ db, publish }) => {
    if (Object.values(data).some((value) => value !== undefined)) await db.project.updateMany({ where, data })
    const project = await db.project.findFirst({ where, include: { competitors: true } })
    if (!project) throw notFound('Project')
    checkVersion(project.version, expectedVersion)
    if (fields.analysisBrandName !== undefined || fields.aliases) {
      // The update locked the project.
      await checkOwnBrand(db, asLockedProjectId(project.id), 'brand')
    }
    publish({ projectId: project.id, changed: 'project' })
    // The end of the transaction increases the version.
    return toProjectRecord({ ...project, version: project.version + 1 })
  })
}

function keyProject({ actor }: Ctx): string | undefined {
  return actor.type === 'key' ? (actor.projectId ?? undefined) : undefined
}
