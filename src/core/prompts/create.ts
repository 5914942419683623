import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { lockOwnProject, projectGone, splitProjectId, type WithProjectId } from '../project-access.ts'
import { transaction } from '../transaction.ts'
import { applyPromptChanges } from './apply.ts'
import { type CreateInput, createInputSchema } from './input.ts'
import { checkPromptLimit } from './limit.ts'
import { newPromptState } from './prompt-state.ts'
import { checkTextFree } from './read.ts'
import { onlyRecord, type PromptRecord } from './row.ts'
import { checkInput } from './validation.ts'

/**
 * Creates a prompt; without providers it gets those of the project's settings, without locations `US`. A member names the
 * project, a project key does not.
 * @throws {AppError} BAD_REQUEST, INVALID_PROVIDER; PROMPT_LIMIT_EXCEEDED; CONFLICT if another prompt has the text;
 *   UNAUTHORIZED when the project is gone, and its key with it; NOT_FOUND to a member
 */
export async function createPrompt({
  ctx,
  input,
}: {
  ctx: Ctx
  input: WithProjectId<CreateInput>
}): Promise<PromptRecord> {
  authorize(ctx, 'prompts:write')
  const { projectId, body } = splitProjectId(ctx, input)
  const given = checkInput(ctx, createInputSchema, body)
  return transaction(ctx, async ({ db, publish }) => {
    const project = await lockOwnProject(ctx, db, projectId, projectGone(ctx))
    const state = newPromptState(ctx, project, given)
    await checkPromptLimit(db, project, { created: 1, deleted: 0 })
    await checkTextFree(db, projectId, state.text)
    const { created } = await applyPromptChanges(ctx, db, projectId, { create: [state] })
    publish({ projectId, changed: 'prompts' })
    return onlyRecord(created)
  })
}
