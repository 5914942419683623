import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { parse } from '../parse.ts'
import { lockOwnProject, resolveProject } from '../project-access.ts'
import { readProject } from '../projects/read.ts'
import type { ProjectRecord } from '../projects/row.ts'
import { transaction } from '../transaction.ts'

const inputSchema = z.strictObject({ projectId: z.string('must be a text').optional() })

/**
 * Queues the setup of a project again, after a failure or because its site has changed; a member names the project, a key
 * has one. Decisions on proposals stay.
 * @throws {AppError} BAD_REQUEST; NOT_FOUND, also for another tenant's project; CONFLICT while a setup is in progress
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
    // In SQL, so that `updated_at` stays: a setup does not change the project's settings.
    const queued = await db.$executeRaw`
      UPDATE project SET setup_status = 'queued', setup_failure = NULL
      WHERE id = ${projectId}::uuid AND setup_status NOT IN ('queued', 'running')`
    if (queued === 0)
      throw new AppError('CONFLICT', 'The setup of this project is in progress; wait for its end.')
    enqueue({ name: 'setup', projectId })
    publish({ projectId, changed: 'setup' })
  })
  return readProject({ ctx, input: { id: projectId } })
}
