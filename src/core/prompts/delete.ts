import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { isUuid } from '../ids.ts'
import type { WithProjectId } from '../project-access.ts'
import { changePrompts } from './batch.ts'

/**
 * Deletes a prompt; its results stay readable. A member names the project, a project key does not. Returns its id.
 * @throws {AppError} NOT_FOUND
 */
export async function deletePrompt({
  ctx,
  input: { promptId, ...project },
}: {
  ctx: Ctx
  input: WithProjectId<{ promptId: string }>
}): Promise<string> {
  authorize(ctx, 'prompts:write')
  if (!isUuid(promptId)) throw notFound('Prompt')
  await changePrompts({ ctx, input: { ...project, delete: [promptId] } })
  return promptId.toLowerCase()
}
