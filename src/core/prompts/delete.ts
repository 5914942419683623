import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { isUuid } from '../ids.ts'
import type { MayNameProject } from '../projects/requested.ts'
import { changePrompts } from './batch.ts'

/**
 * Deletes a prompt; what it was answered stays readable. A member names the project, a key has one. Resolves with its id.
 * @throws {AppError} NOT_FOUND
 */
export async function deletePrompt({
  ctx,
  input: { promptId, ...project },
}: {
  ctx: Ctx
  input: MayNameProject<{ promptId: string }>
}): Promise<string> {
  authorize(ctx, 'prompts:write')
  if (!isUuid(promptId)) throw notFound('Prompt')
  await changePrompts({ ctx, input: { ...project, delete: [promptId] } })
  return promptId.toLowerCase()
}
