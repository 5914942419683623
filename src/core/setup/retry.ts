import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { parse } from '../parse.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import { readProject } from '../projects/read.ts'
import type { ProjectRecord } from '../projects/record.ts'
import { requestedProject } from '../projects/requested.ts'
import { transaction } from '../transaction.ts'

const inputSchema = z.strictObject({ projectId: z.string('must be a text').optional() })

/**
 * Queues the setup of a project again, after a failure or because its site has changed; a member names the project, a key
 * has one. What was decided stays decided.
 * @throws {AppError} BAD_REQUEST; NOT_FOUND, also for another tenant's project; CONFLICT while a setup is under way
 */
export async function retrySetup({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<ProjectRecord> {
  authorize(ctx, 'settings:write')
  const projectId = requestedProject(ctx, parse(inputSchema, input).projectId)
  await transaction(ctx, async ({ db, enqueue, publish }) => {
    await lockOwnProject(ctx, db, projectId)
    // In SQL: no change of the project's settings, so that `updated_at` stays.
    const queued = await db.$executeRaw`
      UPDATE project SET setup_status = 'queued'
      WHERE id = ${projectId}::uuid AND setup_status NOT IN ('queued', 'running')`
    if (queued === 0) throw new AppError('CONFLICT', 'The setup of this project is under way.')
    enqueue({ name: 'setup', projectId })
    publish({ projectId, changed: 'setup' })
  })
  return readProject({ ctx, input: { id: projectId } })
}
