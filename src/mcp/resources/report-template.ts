import { UriTemplate } from '@modelcontextprotocol/server'
import { type Permission, requireProjectId } from '../../core/access/authorize.ts'
import { analysesOwner, listAsyncAnalyses } from '../../core/async-analyses/list.ts'
import type { AppCtx } from '../../core/context.ts'
import { itemsAfter } from '../../core/foundation/page.ts'
import { type Report, readAnalysisReport, readRunReport } from '../../core/reports/read.ts'
import { listRuns } from '../../core/runs/list.ts'

/** MIME type of reports. */
export const REPORT_TYPE = 'text/markdown'

/** Resource template for one kind of report. */
export interface ReportTemplate {
  permission: Permission
  uri: UriTemplate
  /** Variable of the template, which is also an argument of the prompts. */
  variable: string
  name: string
  title: string
  description: string
  /** @throws {AppError} NOT_FOUND if it does not exist or belongs to another tenant */
  read(ctx: AppCtx, id: string): Promise<Report>
  /** Returns the newest ids as suggestions for users. */
  newest(ctx: AppCtx, count: number): Promise<string[]>
}

/** Report of a run of the key's project. */
export const RUN_REPORT: ReportTemplate = {
  permission: 'runs:read',
  uri: new UriTemplate('answergraph://runs/{runId}/report'),
  variable: 'runId',
  name: 'run_report',
  title: 'Report of a run',
  description:
    'What AI answers say about the brand in one run: metrics with intervals, changes since the previous run, competitors, quotations and sources. runId is the id of a run, or "latest" for the run that ended last.',
  read: (ctx, runId) => readRunReport({ ctx, input: { runId } }),
  async newest(ctx, count) {
    const [runs = []] = await listRuns({
      ctx,
      input: { ids: [requireProjectId(ctx)], page: itemsAfter(null, count) },
    })
    return ['latest', ...runs.map(({ id }) => id)]
  },
}

/** Report of an async analysis that the key may read. */
const ANALYSIS_REPORT: ReportTemplate = {
  permission: 'analysis:read',
  uri: new UriTemplate('answergraph://analyses/{analysisId}/report'),
  variable: 'analysisId',
  name: 'analysis_report',
  title: 'Report of an async analysis',
  description:
    'What AI answers say about the brand in one async analysis: metrics with intervals, competitors, quotations and sources.',
  read: (ctx, analysisId) => readAnalysisReport({ ctx, input: { analysisId } }),
  async newest(ctx, count) {
    const owner = analysesOwner(ctx)
    const [analyses = []] = await listAsyncAnalyses({
      ctx,
      input: { ids: [owner.id], of: owner.of, page: itemsAfter(null, count) },
    })
    return analyses.flatMap(({ analysisId }) => analysisId ?? [])
  },
}

export const REPORT_TEMPLATES: readonly ReportTemplate[] = [RUN_REPORT, ANALYSIS_REPORT]

/** Returns the URI of a report. */
export function reportUri({ uri, variable }: ReportTemplate, id: string): string {
  return uri.expand({ [variable]: id })
}
