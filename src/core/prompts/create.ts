import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import { type MayNameProject, takeProject } from '../projects/requested.ts'
import { transaction } from '../transaction.ts'
import { applyChanges } from './apply.ts'
import { checkInput } from './check-input.ts'
import { type CreateInput, createInputSchema } from './input.ts'
import { checkPromptLimit } from './limit.ts'
import { checkTextFree } from './read.ts'
import { onlyRecord, type PromptRecord } from './record.ts'
import { newState } from './state.ts'

/**
 * Makes a prompt, with the providers of the project's settings and the location US where none are given (specification §4).
 * A member names the project, a key has one.
 * @throws {AppError} BAD_REQUEST, INVALID_PROVIDER; PROMPT_LIMIT_EXCEEDED; CONFLICT when a living prompt has the text;
 *   UNAUTHORIZED when the project is gone, and its key with it; NOT_FOUND to a member
 */
export async function createPrompt({
  ctx,
  input,
}: {
  ctx: Ctx
  input: MayNameProject<CreateInput>
}): Promise<PromptRecord> {
  authorize(ctx, 'prompts:write')
  const { projectId, body } = takeProject(ctx, input)
  const given = checkInput(ctx, createInputSchema, body)
  return transaction(ctx, async ({ db, publish }) => {
    const project = await lockOwnProject(ctx, db, projectId, keyGone(ctx))
    const state = newState(ctx, project, given)
    await checkPromptLimit(db, project, { created: 1, deleted: 0 })
    await checkTextFree(db, projectId, state.text)
    const { created } = await applyChanges(ctx, db, projectId, { create: [state] })
    publish({ projectId, changed: 'prompts' })
    return onlyRecord(created)
  })
}

/** This endpoint knows no 404 (specification §4): a key whose project was deleted was deleted too. */
function keyGone({ actor }: Ctx): AppError {
  return actor.type === 'key'
    ? new AppError('UNAUTHORIZED', 'The project of this key was deleted, and the key with it.')
    : notFound('Project')
}
