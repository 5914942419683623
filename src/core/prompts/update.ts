import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject, type WithProjectId } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { transaction } from '../foundation/transaction.ts'
import { applyPromptChanges } from './apply.ts'
import { type SetProvidersBody, setProvidersBodySchema, type UpdateBody, updateBodySchema } from './input.ts'
import { changedPromptState } from './prompt-state.ts'
import { checkTextFree, existingPrompt } from './read.ts'
import { onlyRecord, type PromptRecord } from './row.ts'
import { checkInput } from './validation.ts'

/**
 * Changes the given fields of a prompt. Lists are replaced as a whole. Members must pass `projectId`; a project key
 * implies it.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER; NOT_FOUND; CONFLICT if another prompt has the same text, or for
 *   another version than expected
 */
export async function updatePrompt({
  ctx,
  input,
}: {
  ctx: Ctx
  input: WithProjectId<{ promptId: string; changes: UpdateBody }>
}): Promise<PromptRecord> {
  authorize(ctx, 'prompts:write')
  const requestedId = resolveProject(ctx, input.projectId)
  const { expectedVersion, ...fields } = checkInput(ctx, updateBodySchema, input.changes)
  return transaction(ctx, async ({ db, publish }) => {
    const { id: projectId } = await lockOwnProject(ctx, db, requestedId, { expectedVersion })
    const prompt = await existingPrompt(db, projectId, input.promptId)
    const state = changedPromptState(ctx, prompt, fields)
    await checkTextFree(db, projectId, state.text, [prompt.id])
    const { updated } = await applyPromptChanges(ctx, db, projectId, { update: [state] })
    publish({ projectId, changed: 'prompts' })
    return onlyRecord(updated)
  })
}

/**
 * Replaces the providers of a prompt. Members must pass `projectId`; a project key implies it.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER; NOT_FOUND; CONFLICT for another version than expected
 */
export async function setPromptProviders({
  ctx,
  input,
}: {
  ctx: Ctx
  input: WithProjectId<{ promptId: string; assignment: SetProvidersBody }>
}): Promise<PromptRecord> {
  authorize(ctx, 'prompts:write')
  const { assignment, ...prompt } = input
  const changes = checkInput(ctx, setProvidersBodySchema, assignment)
  return updatePrompt({ ctx, input: { ...prompt, changes } })
}
