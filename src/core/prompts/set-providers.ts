import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import type { MayNameProject } from '../projects/requested.ts'
import { checkInput } from './check-input.ts'
import { type SetProvidersBody, setProvidersBodySchema } from './input.ts'
import type { PromptRecord } from './record.ts'
import { updatePrompt } from './update.ts'

/**
 * Replaces the providers of a prompt; earlier assignments are discarded (specification §4). A member names
 * the project, a key has one.
 * @throws {AppError} BAD_REQUEST, INVALID_PROVIDER; NOT_FOUND
 */
export async function setPromptProviders({
  ctx,
  input,
}: {
  ctx: Ctx
  input: MayNameProject<{ promptId: string; assignment: SetProvidersBody }>
}): Promise<PromptRecord> {
  authorize(ctx, 'prompts:write')
  const { assignment, ...prompt } = input
  const { providers } = checkInput(ctx, setProvidersBodySchema, assignment)
  return updatePrompt({ ctx, input: { ...prompt, changes: { providers } } })
}
