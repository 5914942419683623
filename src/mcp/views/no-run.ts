import { z } from 'zod'
import { projectOf } from '../../core/authorize.ts'
import { isFinal } from '../../core/batch-status.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import type { Ctx } from '../../core/context.ts'
import { itemsAfter } from '../../core/page.ts'
import { listRuns } from '../../core/runs/list.ts'

/** The field of answers about runs that says what to do where there is nothing to show. */
export const noteSchema = z
  .string()
  .nullable()
  .describe('Why there is nothing to show, and what to do; else null.')

/** What to do in a project in which no run has ended. */
export async function noteWithoutRun(ctx: Ctx): Promise<string> {
  const [[newest] = []] = await listRuns({ ctx, input: { ids: [projectOf(ctx)], page: itemsAfter(null, 1) } })
  return newest
    ? noteOnUnfinished(newest)
    : 'The project has not been run yet. Start a run with start_run; it also runs weekly where its schedule is enabled.'
}

/** What to do about a run that has no figures; null for one that has. */
export function noteOn(run: BatchRecord): string | null {
  if (!isFinal(run.status)) return noteOnUnfinished(run)
  return run.status === 'failed'
    ? 'No question of this run was answered: get_latest_results or find_answers says why. list_runs has earlier runs.'
    : null
}

function noteOnUnfinished({ id, status }: BatchRecord): string {
  return `Run ${id} is ${status}; there are no figures before its end. Wait for it: get_run with this runId and waitSeconds 60.`
}
