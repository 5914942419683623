import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject } from '../access/project-access.ts'
import { replaceCompetitors } from '../competitors/replace.ts'
import type { Ctx } from '../foundation/context.ts'
import { transaction } from '../foundation/transaction.ts'
import { replacePrompts } from '../prompts/replace.ts'
import { checkInput } from '../prompts/validation.ts'
import { changeSchedule } from '../schedules/update.ts'
import { type SettingsInput, settingsInputSchema } from './input.ts'
import type { SettingsRecord } from './read.ts'
import { settingsOf } from './read.ts'

/**
 * Replaces the prompts and the competitors of a project, and enables or disables its weekly runs. Omitted settings stay
 * unchanged. All changes happen in one transaction. Members must pass `projectId`; a project key implies it.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER; NOT_FOUND for another tenant's project or an id that does not
 *   belong to the project; PROMPT_LIMIT_EXCEEDED; CONFLICT for another version than expected
 */
export async function updateSettings({
  ctx,
  input,
}: {
  ctx: Ctx
  input: SettingsInput
}): Promise<SettingsRecord> {
  authorize(ctx, 'settings:write')
  const { prompts, competitors, enabled, expectedVersion, ...request } = checkInput(
    ctx,
    settingsInputSchema,
    input,
  )
  const requestedId = resolveProject(ctx, request.projectId)
  return transaction(ctx, async ({ db, publish }) => {
    const project = await lockOwnProject(ctx, db, requestedId, { expectedVersion })
    const projectId = project.id
    // Replaces competitors first, so that NOT_FOUND is reported before PROMPT_LIMIT_EXCEEDED.
    if (competitors) {
      await replaceCompetitors(db, projectId, competitors)
      publish({ projectId, changed: 'competitors' })
    }
    if (prompts) {
      await replacePrompts(ctx, db, { project, list: prompts, path: 'prompts' })
      publish({ projectId, changed: 'prompts' })
    }
    if (enabled !== undefined) {
      await changeSchedule(db, { projectId, change: { enabled }, now: ctx.now() })
      publish({ projectId, changed: 'schedule' })
    }
    // The end of the transaction increases the version.
    const isChanged = competitors || prompts || enabled !== undefined
    return { version: project.version + (isChanged ? 1 : 0), ...(await settingsOf(db, projectId)) }
  })
}
