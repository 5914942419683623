import { authorize } from '../access/authorize.ts'
import { lockOwnProject, projectGone, splitProjectId, type WithProjectId } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { transaction } from '../foundation/transaction.ts'
import { applyPromptChanges } from './apply.ts'
import { type CreateInput, createInputSchema } from './input.ts'
import { checkPromptLimit } from './limit.ts'
import { newPromptState } from './prompt-state.ts'
import { checkTextFree } from './read.ts'
import { onlyRecord, type PromptRecord } from './row.ts'
import { checkInput } from './validation.ts'

/**
 * Creates a prompt. Providers default to the project's default providers, locations to `US`. Members must pass
 * `projectId`; a project key implies it.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER; PROMPT_LIMIT_EXCEEDED; CONFLICT if another prompt has the same
 *   text, or for another version than expected; if the project was deleted, UNAUTHORIZED for its key and NOT_FOUND for a member
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
  const { expectedVersion, ...fields } = checkInput(ctx, createInputSchema, body)
  return transaction(ctx, async ({ db, publish }) => {
    const project = await lockOwnProject(ctx, db, projectId, { gone: projectGone(ctx), expectedVersion })
    const state = newPromptState(ctx, project, fields)
    await checkPromptLimit(db, project, { created: 1, deleted: 0 })
    await checkTextFree(db, projectId, state.text)
    const { created } = await applyPromptChanges(ctx, db, project.id, { create: [state] })
    publish({ projectId, changed: 'prompts' })
    return onlyRecord(created)
  })
}
