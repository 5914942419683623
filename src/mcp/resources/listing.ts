import type { ListResourcesResult } from '@modelcontextprotocol/server'
import { requireProjectId } from '../../core/access/authorize.ts'
import { type BatchRecord, shownStatus } from '../../core/batches/row.ts'
import type { AppCtx } from '../../core/context.ts'
import { cursorAfter } from '../../core/foundation/cursor.ts'
import { listRuns } from '../../core/runs/list.ts'
import { positionIn } from '../foundation/page.ts'
import { REPORT_TYPE, RUN_REPORT, reportUri } from './report-template.ts'

/** Runs per page. */
const PAGE_SIZE = 50

/**
 * Returns a page of run reports: the report of the latest run, then all runs, newest first.
 * @throws {AppError} BAD_REQUEST for a cursor of another list
 */
export async function listReports(ctx: AppCtx, cursor: string | undefined): Promise<ListResourcesResult> {
  const projectId = requireProjectId(ctx)
  const list = `runs ${projectId}`
  const page = {
    size: PAGE_SIZE,
    backward: false,
    after: positionIn(list, cursor),
    before: null,
  }
  const [loaded = []] = await listRuns({ ctx, input: { ids: [projectId], page } })
  const runs = loaded.slice(0, PAGE_SIZE)
  const last = runs.at(-1)
  return {
    resources: [...(page.after === null && last ? [LATEST] : []), ...runs.map(describe)],
    ...(loaded.length > PAGE_SIZE && last && { nextCursor: cursorAfter(list, last.id) }),
  }
}

const LATEST = {
  uri: reportUri(RUN_REPORT, 'latest'),
  name: 'latest_run_report',
  title: 'Report of the latest run',
  description: 'The report of the run that ended last.',
  mimeType: REPORT_TYPE,
}

function describe(run: BatchRecord) {
  const { id, brandName, createdAt, finishedAt, progress } = run
  const state = shownStatus(run).replace('_', ' ')
  return {
    uri: reportUri(RUN_REPORT, id),
    name: `run_report_${id}`,
    title: `Report of the run of ${createdAt.toISOString().slice(0, 10)}`,
    description: `${brandName}: ${state}, ${progress.completed} of ${progress.total} questions answered.`,
    mimeType: REPORT_TYPE,
    ...(finishedAt && { annotations: { lastModified: finishedAt.toISOString() } }),
  }
}
