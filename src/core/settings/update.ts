import { authorize } from '../authorize.ts'
import { replaceCompetitors } from '../competitors/replace.ts'
import type { Ctx } from '../context.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import { requestedProject } from '../projects/requested.ts'
import { checkInput } from '../prompts/check-input.ts'
import { replacePrompts } from '../prompts/replace.ts'
import { changeSchedule } from '../schedules/set.ts'
import { transaction } from '../transaction.ts'
import { type SettingsInput, settingsInputSchema } from './input.ts'
import { readSettings } from './read.ts'
import type { SettingsRecord } from './record.ts'

/**
 * Replaces the prompts, the competitors or the state of the weekly runs, whichever are given, all or none (specification §4
 * "PUT /settings"); a member names the project, a key has one.
 * @throws {AppError} BAD_REQUEST, INVALID_PROVIDER; NOT_FOUND for another tenant's project, or an id that is none of it;
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
  const { prompts, competitors, enabled, ...request } = checkInput(ctx, settingsInputSchema, input)
  const projectId = requestedProject(ctx, request.projectId)
  return transaction(ctx, async ({ db, publish }) => {
    const project = await lockOwnProject(ctx, db, projectId)
    // First what may be missing, then what may be too much (contract §3 "Order of checks").
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
    return readSettings(db, projectId)
  })
}
