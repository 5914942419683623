import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { textSchema } from '../foundation/text.ts'
import { transaction } from '../foundation/transaction.ts'
import { stemsOf } from './similarity.ts'

/** Body of the request that dismisses or restores a suggested prompt. */
export const dismissSuggestionBodySchema = z.strictObject({
  text: textSchema(500).describe('Text of the suggestion.'),
  dismissed: z
    .boolean('must be true or false')
    .default(true)
    .describe('`true` hides the suggestion and others with the same meaning; `false` shows them again.'),
})

const inputSchema = dismissSuggestionBodySchema.extend({ projectId: z.string('must be a text').optional() })

/** A suggested prompt, and whether it is now dismissed. */
export interface DismissedSuggestion {
  projectId: string
  text: string
  dismissed: boolean
}

/** Maximum number of dismissed suggestions of a project. The oldest ones are forgotten. */
const MAX_DISMISSED = 1_000

/**
 * Dismisses or restores a suggested prompt, in any wording with the same words. Idempotent. Members pass the project id.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST, also for a text without content words; NOT_FOUND for a
 *   project of another tenant
 */
export async function dismissPromptSuggestion({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<DismissedSuggestion> {
  authorize(ctx, 'prompts:write')
  const { text, dismissed, ...request } = parse(inputSchema, input)
  const projectId = resolveProject(ctx, request.projectId)
  const key = [...stemsOf(text)].sort().join(' ')
  if (key === '') throw badFields({ text: 'has no words to recognize the suggestion by' })
  await transaction(ctx, async ({ db, publish }) => {
    await lockOwnProject(ctx, db, projectId)
    if (dismissed)
      await db.dismissedSuggestion.createMany({
        data: { projectId, key, dismissedAt: ctx.now() },
        skipDuplicates: true,
      })
    else await db.dismissedSuggestion.deleteMany({ where: { projectId, key } })
    const oldest = await db.dismissedSuggestion.findMany({
      where: { projectId },
      orderBy: { dismissedAt: 'desc' },
      skip: MAX_DISMISSED,
    })
    for (const { key } of oldest) await db.dismissedSuggestion.deleteMany({ where: { projectId, key } })
    publish({ projectId, changed: 'prompt_suggestions' })
  })
  return { projectId, text, dismissed }
}
