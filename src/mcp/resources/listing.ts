import type { ListResourcesResult } from '@modelcontextprotocol/server'
import { projectOf } from '../../core/authorize.ts'
import { type BatchRecord, shownStatus } from '../../core/batches/row.ts'
import type { Ctx } from '../../core/context.ts'
import { cursorAfter } from '../../core/cursor.ts'
import { listRuns } from '../../core/runs/list.ts'
import { positionIn } from '../page.ts'
import { REPORT_TYPE, RUN_REPORT, reportUri } from './report-template.ts'

/** Runs of a page. */
const PAGE_SIZE = 50

/**
 * A page of the reports of runs, the newest run first, after that of the run that ended last.
 * @throws {AppError} BAD_REQUEST for a cursor that is not of this list
 */
export async function listReports(ctx: Ctx, cursor: string | undefined): Promise<ListResourcesResult> {
  const projectId = projectOf(ctx)
  const list = `runs ${projectId}`
  const page = {
    size: PAGE_SIZE,
    backward: false,
    after: positionIn(list, cursor),
    before: null,
  }
  const [found = []] = await listRuns({ ctx, input: { ids: [projectId], page } })
  const runs = found.slice(0, PAGE_SIZE)
  const last = runs.at(-1)
  return {
    resources: [...(page.after === null && last ? [LATEST] : []), ...runs.map(describe)],
    ...(found.length > PAGE_SIZE && last && { nextCursor: cursorAfter(list, last.id) }),
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
