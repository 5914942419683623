import { UriTemplate } from '@modelcontextprotocol/server'
import { analysesOwner, listAsyncAnalyses } from '../../core/async-analyses/list.ts'
import { type Permission, projectOf } from '../../core/authorize.ts'
import type { Ctx } from '../../core/context.ts'
import { itemsAfter } from '../../core/page.ts'
import { type Report, readAnalysisReport, readRunReport } from '../../core/reports/read.ts'
import { listRuns } from '../../core/runs/list.ts'

/** The format of reports. */
export const REPORT_TYPE = 'text/markdown'

/** Reports of one kind, as a resource template. */
export interface ReportTemplate {
  permission: Permission
  uri: UriTemplate
  /** The variable of the template, which is also an argument of prompts. */
  variable: string
  name: string
  title: string
  description: string
  /** @throws {AppError} NOT_FOUND, also for another tenant's */
  read(ctx: Ctx, id: string): Promise<Report>
  /** The ids of the newest, which are suggested to users. */
  newest(ctx: Ctx, count: number): Promise<string[]>
}

/** The report of a run of the key's project. */
export const RUN_REPORT: ReportTemplate = {
  permission: 'runs:read',
  uri: new UriTemplate('answergraph://runs/{runId}/report'),
  variable: 'runId',
  name: 'run_report',
  title: 'Report of a run',
  description:
    'What AI answers say of the brand, as measured by one run: figures with intervals, the change since the run before, competitors, quotations, sources. runId is the id of a run, or latest for the one that ended last.',
  read: (ctx, runId) => readRunReport({ ctx, input: { runId } }),
  async newest(ctx, count) {
    const [runs = []] = await listRuns({
      ctx,
      input: { ids: [projectOf(ctx)], page: itemsAfter(null, count) },
    })
    return ['latest', ...runs.map(({ id }) => id)]
  },
}

/** The report of an async analysis that the key may see. */
const ANALYSIS_REPORT: ReportTemplate = {
  permission: 'analysis:read',
  uri: new UriTemplate('answergraph://analyses/{analysisId}/report'),
  variable: 'analysisId',
  name: 'analysis_report',
  title: 'Report of an async analysis',
  description:
    'What AI answers say of the brand, as measured by one async analysis: figures with intervals, competitors, quotations, sources.',
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

/** All of them. */
export const REPORT_TEMPLATES: readonly ReportTemplate[] = [RUN_REPORT, ANALYSIS_REPORT]

/** The address of a report. */
export function reportUri({ uri, variable }: ReportTemplate, id: string): string {
  return uri.expand({ [variable]: id })
}
