import { authorize, projectOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { parse } from '../parse.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import type { CompetitorRecord } from '../projects/record.ts'
import { transaction } from '../transaction.ts'
import { type SetCompetitorsInput, setCompetitorsInputSchema } from './input.ts'
import { replaceCompetitors } from './replace.ts'

/**
 * Replaces the competitors of the project (specification §4 "PUT /settings/competitors").
 * @throws {AppError} BAD_REQUEST; NOT_FOUND when the project is gone, or an id is no competitor of it
 */
export async function setCompetitors({
  ctx,
  input,
}: {
  ctx: Ctx
  input: SetCompetitorsInput
}): Promise<CompetitorRecord[]> {
  authorize(ctx, 'settings:write')
  const projectId = projectOf(ctx)
  const { competitors } = parse(setCompetitorsInputSchema, input)
  return transaction(ctx, async ({ db }) => {
    await lockOwnProject(ctx, db, projectId)
    return replaceCompetitors(db, projectId, competitors)
  })
}
