import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import { type MayNameProject, requestedProject } from '../projects/requested.ts'
import { transaction } from '../transaction.ts'
import { applyChanges } from './apply.ts'
import { checkInput } from './check-input.ts'
import { type UpdateBody, updateBodySchema } from './input.ts'
import { checkTextFree, livingPrompt } from './read.ts'
import { onlyRecord, type PromptRecord } from './record.ts'
import { changedState } from './state.ts'

/**
 * Changes the given fields of a prompt; lists are replaced as a whole (specification §4 "PATCH /prompts/{promptId}"). A
 * member names the project, a key has one.
 * @throws {AppError} BAD_REQUEST, INVALID_PROVIDER; NOT_FOUND; CONFLICT when another living prompt has the text
 */
export async function updatePrompt({
  ctx,
  input,
}: {
  ctx: Ctx
  input: MayNameProject<{ promptId: string; changes: UpdateBody }>
}): Promise<PromptRecord> {
  authorize(ctx, 'prompts:write')
  const projectId = requestedProject(ctx, input.projectId)
  const given = checkInput(ctx, updateBodySchema, input.changes)
  return transaction(ctx, async ({ db, publish }) => {
    await lockOwnProject(ctx, db, projectId)
    const prompt = await livingPrompt(db, projectId, input.promptId)
    const state = changedState(ctx, prompt, given)
    await checkTextFree(db, projectId, state.text, [prompt.id])
    const { updated } = await applyChanges(ctx, db, projectId, { update: [state] })
    publish({ projectId, changed: 'prompts' })
    return onlyRecord(updated)
  })
}
