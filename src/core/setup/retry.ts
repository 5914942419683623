import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { readProject } from '../projects/read.ts'
import type { ProjectRecord } from '../projects/row.ts'

const inputSchema = z.strictObject({ projectId: z.string('must be a text').optional() })

/**
 * Queues the setup of a project again, after a failure or because its site has changed. Decisions on earlier proposals
 * stay. Members must pass `projectId`; a project key implies it.
 * @throws {AppError} BAD_REQUEST; NOT_FOUND, including for another tenant's project; CONFLICT while a setup is in
 *   progress
 */
export async function retrySetup({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<ProjectRecord> {
  authorize(ctx, 'settings:write')
  const projectId = resolveProject(ctx, parse(inputSchema, input).projectId)
  await transaction(ctx, async ({ db, enqueue, publish }) => {
    await lockOwnProject(ctx, db, projectId)
    // Uses SQL to keep `updated_at`, because setup does not change the settings of the project.
    const queued = await db.$executeRaw`
      UPDATE project SET setup_status = 'queued', setup_failure = NULL
      WHERE id = ${projectId}::uuid AND setup_status NOT IN ('queued', 'running')`
    if (queued === 0)
      throw new AppError('CONFLICT', 'The setup of this project is in progress. Wait until it has ended.')
    enqueue({ name: 'setup', projectId })
    publish({ projectId, changed: 'setup' })
  })
  return readProject({ ctx, input: { id: projectId } })
}
