import { z } from 'zod'
import { requireProjectId } from '../../core/access/authorize.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import type { AppCtx } from '../../core/context.ts'
import { isFinal } from '../../core/foundation/batch-status.ts'
import { itemsAfter } from '../../core/foundation/page.ts'
import { listRuns } from '../../core/runs/list.ts'

/** Response field that explains a response without data. */
export const noteSchema = z.string().nullable().describe('Why there is nothing to show, and what to do.')

/** Returns what to do in a project in which no run has ended. */
export async function noteWithoutRun(ctx: AppCtx): Promise<string> {
  const [[newest] = []] = await listRuns({
    ctx,
    input: { ids: [requireProjectId(ctx)], page: itemsAfter(null, 1) },
  })
  return newest
    ? noteOnUnfinished(newest)
    : 'The project has not been run yet. Start a run with start_run; the project also runs weekly if its schedule is enabled.'
}

/** Returns what to do about a run without metrics; null for a run with metrics. */
export function noteOn(run: BatchRecord): string | null {
  if (!isFinal(run.status)) return noteOnUnfinished(run)
  return run.status === 'failed'
    ? 'No question of this run was answered; get_latest_results or find_answers shows the reasons. See list_runs for earlier runs.'
    : null
}

function noteOnUnfinished({ id, status }: BatchRecord): string {
  return `Run ${id} is ${status}; metrics are available once it has ended. Call get_run with this runId and waitSeconds 60 to wait for it.`
}
