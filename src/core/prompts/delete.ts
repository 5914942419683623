import { authorize } from '../access/authorize.ts'
import type { WithProjectId } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { isUuid } from '../foundation/ids.ts'
import { changePrompts } from './batch.ts'

/**
 * Deletes a prompt and returns its id. Its results stay readable. Members must pass `projectId`; a project key implies
 * it.
 * @throws {AppError} NOT_FOUND; CONFLICT for another version than expected
 */
export async function deletePrompt({
  ctx,
  input: { promptId, ...request },
}: {
  ctx: Ctx
  input: WithProjectId<{ promptId: string; expectedVersion?: number | undefined }>
}): Promise<string> {
  authorize(ctx, 'prompts:write')
  if (!isUuid(promptId)) throw notFound('Prompt')
  await changePrompts({ ctx, input: { ...request, delete: [promptId] } })
  return promptId.toLowerCase()
}
