import type { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import type { Page } from '../page.ts'
import { parse } from '../parse.ts'
import { countFound, findPrompts, promptFilterSchema } from './find.ts'
import type { PromptRecord } from './record.ts'

/** The living prompts of a project that meet all the filters. */
export interface PromptList {
  projectId: string
  filter: z.input<typeof promptFilterSchema>
}

/**
 * A page of them by their creation, and one more where there is more. None for another tenant's project.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER
 */
export async function pagePrompts({
  ctx,
  input: { projectId, filter, page, newestFirst },
}: {
  ctx: Ctx
  input: PromptList & { page: Page; newestFirst: boolean }
}): Promise<PromptRecord[]> {
  authorize(ctx, 'prompts:read')
  return findPrompts(ctx, projectId, { filter: parse(promptFilterSchema, filter), page, newestFirst })
}

/**
 * How many of them there are.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER
 */
export async function countPrompts({
  ctx,
  input: { projectId, filter },
}: {
  ctx: Ctx
  input: PromptList
}): Promise<number> {
  authorize(ctx, 'prompts:read')
  return countFound(ctx, projectId, parse(promptFilterSchema, filter))
}
