import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { isUuid } from '../ids.ts'
import { parse } from '../parse.ts'
import { nameSchema } from '../text.ts'
import { transaction } from '../transaction.ts'
import { type ProjectRecord, recordOf } from './record.ts'
import { ownProjects } from './scope.ts'

/** Body of PATCH /projects/{projectId}. */
export const projectChangeSchema = z.strictObject({
  displayName: nameSchema.optional().describe('The label of the project.'),
  analysisBrandName: nameSchema
    .optional()
    .describe('The brand that future runs look for; those that have begun keep theirs.'),
})
export type ProjectChange = z.input<typeof projectChangeSchema>

/**
 * Changes the label and the analysis brand of a project; what is not given stays (specification §4 "Project").
 * @throws {AppError} FORBIDDEN for an organization key without admin; BAD_REQUEST; NOT_FOUND, also for another tenant's
 */
export async function updateProject({
  ctx,
  input,
}: {
  ctx: Ctx
  input: ProjectChange & { projectId: string }
}): Promise<ProjectRecord> {
  authorize(ctx, 'project:update')
  const { projectId, ...change } = input
  const { displayName, analysisBrandName } = parse(projectChangeSchema, change)
  if (!isUuid(projectId)) throw notFound('Project')
  const where = { AND: [{ id: projectId }, ownProjects(ctx)] }
  return transaction(ctx, async ({ db }) => {
    if (displayName !== undefined || analysisBrandName !== undefined) {
      const data = {
        ...(displayName !== undefined && { displayName }),
        ...(analysisBrandName !== undefined && { analysisBrandName }),
      }
      await db.project.updateMany({ where, data })
    }
    const project = await db.project.findFirst({ where, include: { competitors: true } })
    if (!project) throw notFound('Project')
    return recordOf(project)
  })
}
