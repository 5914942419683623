import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { parse } from '../parse.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import { requestedProject } from '../projects/requested.ts'
import { transaction } from '../transaction.ts'
import { type SetCompetitorsInput, setCompetitorsInputSchema } from './input.ts'
import type { CompetitorRecord } from './record.ts'
import { replaceCompetitors } from './replace.ts'

/**
 * Replaces the competitors of a project (specification §4 "PUT /settings/competitors"); a member names the project, a key
 * has one.
 * @throws {AppError} BAD_REQUEST; NOT_FOUND for another tenant's project, or an id that is no competitor of it
 */
export async function setCompetitors({
  ctx,
  input,
}: {
  ctx: Ctx
  input: SetCompetitorsInput
}): Promise<CompetitorRecord[]> {
  authorize(ctx, 'settings:write')
  const { competitors, ...request } = parse(setCompetitorsInputSchema, input)
  const projectId = requestedProject(ctx, request.projectId)
  return transaction(ctx, async ({ db, publish }) => {
    await lockOwnProject(ctx, db, projectId)
    publish({ projectId, changed: 'competitors' })
    return replaceCompetitors(db, projectId, competitors)
  })
}
