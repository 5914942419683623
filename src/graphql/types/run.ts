import type { BatchRecord } from '../../core/batches/batch-record.ts'
import { readExtractionVersions } from '../../core/results/extraction-versions.ts'
import { readPreviousRuns } from '../../core/runs/neighbours.ts'
import { readRuns } from '../../core/runs/read.ts'
import { builder } from '../builder.ts'
import { seenIn } from '../context.ts'
import { registerNode } from '../node-registry.ts'
import { selectsBelow } from '../selection.ts'
import { AnalysisStatus, Progress } from './progress.ts'
import { Project, projectBehind } from './project.ts'
import { SummaryType, summaryOf } from './summary.ts'

/** What made a run begin. */
export const RunTrigger = builder.enumType('RunTrigger', {
  description: 'What made a run begin.',
  values: {
    MANUAL: { value: 'manual', description: 'Somebody asked for it.' },
    SCHEDULE: { value: 'schedule', description: 'The weekly schedule.' },
    API: { value: 'api', description: 'A request for one-off work.' },
  } as const satisfies Record<string, { value: BatchRecord['trigger']; description: string }>,
})

/** All active prompts of a project, asked once. */
export const AnalysisRun = builder.objectRef<BatchRecord>('AnalysisRun')

builder.node(AnalysisRun, {
  description: 'All active prompts of a project, asked of their providers for their locations.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in REST.' }),
    status: t.expose('status', { type: AnalysisStatus, description: 'How far it is.' }),
    trigger: t.expose('trigger', { type: RunTrigger, description: 'What made it begin.' }),
    brandName: t.exposeString('brandName', {
      description: 'The brand that is looked for, as it was at the start.',
    }),
    progress: t.expose('progress', { type: Progress, description: 'How many of its questions are done.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was queued.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When work began.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
    extractionVersion: t.int({
      nullable: true,
      description: 'Version of the rules that read its answers, the newest of them; null without an answer.',
      resolve: ({ id }, _, context) => context.load(readExtractionVersions, id),
    }),
    project: t.field({
      type: Project,
      description: 'The project it is of.',
      resolve: ({ projectId }, _, context) => projectBehind(context, projectId ?? ''),
    }),
    summary: t.field({
      type: SummaryType,
      nullable: true,
      description: 'What its answers say; null until it has ended.',
      resolve: (run, _, context) => summaryOf(run, context),
    }),
    previousRun: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run of the project that gave results and ended last before it.',
      resolve: ({ id }, _, context) => context.load(readPreviousRuns, id),
    }),
  }),
})

registerNode(AnalysisRun, async (context, ids, info) => {
  const { ctx } = context
  const found = await readRuns({ ctx, input: { ids, summary: selectsBelow(info, 'summary') } })
  for (const run of found) if (run) context.saw(seenIn(run))
  return found
})

/** A run at its place in a list. */
export const AnalysisRunEdge = builder.edgeObject({
  type: AnalysisRun,
  name: 'AnalysisRunEdge',
  description: 'A run at its place in the list.',
})

/** A list of runs that can grow. */
export const AnalysisRunConnection = builder.connectionObject(
  { type: AnalysisRun, name: 'AnalysisRunConnection', description: 'A page of runs.' },
  AnalysisRunEdge,
)

/** What stands in the cursors of the runs of a project. */
export function runListId(projectId: string): string {
  return `runs:${projectId}`
}
