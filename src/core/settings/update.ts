import { authorize, projectOf } from '../authorize.ts'
import { replaceCompetitors } from '../competitors/replace.ts'
import type { Ctx } from '../context.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import { checkInput } from '../prompts/check-input.ts'
import { replacePrompts } from '../prompts/replace.ts'
import { switchSchedule } from '../schedules/set-enabled.ts'
import { transaction } from '../transaction.ts'
import { type SettingsInput, settingsInputSchema } from './input.ts'
import { readSettings } from './read.ts'
import type { SettingsRecord } from './record.ts'

/**
 * Replaces the prompts, the competitors or the state of the weekly runs, whichever are given, all or none (specification §4
 * "PUT /settings").
 * @throws {AppError} BAD_REQUEST, INVALID_PROVIDER; NOT_FOUND when the project is gone, or an id is none of it;
 *   PROMPT_LIMIT_EXCEEDED
 */
export async function updateSettings({
  ctx,
  input,
}: {
  ctx: Ctx
  input: SettingsInput
}): Promise<SettingsRecord> {
  authorize(ctx, 'settings:write')
  const projectId = projectOf(ctx)
  const { prompts, competitors, enabled } = checkInput(ctx, settingsInputSchema, input)
  return transaction(ctx, async ({ db }) => {
    const project = await lockOwnProject(ctx, db, projectId)
    // First what may be missing, then what may be too much (contract §3 "Order of checks").
    if (competitors) await replaceCompetitors(db, projectId, competitors)
    if (prompts) await replacePrompts(ctx, db, { project, list: prompts, path: 'prompts' })
    if (enabled !== undefined) await switchSchedule(db, { projectId, enabled, now: ctx.now() })
    return readSettings(db, projectId)
  })
}
