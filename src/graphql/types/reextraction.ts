import type { ReextractionRecord } from '../../core/batches/reextraction-record.ts'
import { readRuns } from '../../core/runs/read.ts'
import {
  countReextractions,
  listReextractions,
  type ReextractionsOf,
  readReextractions,
} from '../../core/runs/read-reextractions.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, type PageArguments, parsePage } from '../page.ts'
import { Project } from './project.ts'
import { AnalysisRun } from './run.ts'
import { SummaryType } from './summary.ts'

const ReextractionStatus = builder.enumType('ReextractionStatus', {
  description: 'How far a re-extraction is.',
  values: {
    QUEUED: { value: 'queued', description: 'It waits.' },
    RUNNING: { value: 'running', description: 'Answers are being read; the run is as it was.' },
    COMPLETED: { value: 'completed', description: 'The run shows what was read.' },
    CANCELLED: { value: 'cancelled', description: 'Ended before its time; the run is as it was.' },
    FAILED: { value: 'failed', description: 'Given up; the run is as it was.' },
  } as const satisfies Record<string, { value: ReextractionRecord['status']; description: string }>,
})

const ReextractionProgress = builder
  .objectRef<ReextractionRecord['progress']>('ReextractionProgress')
  .implement({
    description: 'How many answers a re-extraction has read.',
    fields: (t) => ({
      total: t.exposeInt('total', { description: 'Answers of the run.' }),
      completed: t.exposeInt('completed', { description: 'Those that have been read again.' }),
    }),
  })

/** A run's answers being read again. */
export const Reextraction = builder.objectRef<ReextractionRecord>('Reextraction')

builder.node(Reextraction, {
  description:
    'The stored answers of a run being read again, for the brand and the competitors the project has by then. No provider is asked; the run changes at the end, at once.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in the database.' }),
    status: t.expose('status', { type: ReextractionStatus, description: 'How far it is.' }),
    progress: t.expose('progress', {
      type: ReextractionProgress,
      description: 'How many answers it has read.',
    }),
    run: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run; null once it is deleted.',
      resolve: ({ runId }, _, context) => context.load(readRuns, runId),
    }),
    extractionVersion: t.exposeInt('extractionVersion', {
      nullable: true,
      description: 'Version of the rules it read with; null until it is completed.',
    }),
    before: t.expose('before', {
      type: SummaryType,
      nullable: true,
      description: 'What the answers said before it; null until it is completed.',
    }),
    after: t.expose('after', {
      type: SummaryType,
      nullable: true,
      description: 'What they said after it; null until it is completed.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When work began.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
  }),
})

registerNode(Reextraction, ({ ctx }, ids) => readReextractions({ ctx, input: { ids } }))

const ReextractionConnection = builder.connectionObject(
  { type: Reextraction, name: 'ReextractionConnection', description: 'A page of re-extractions.' },
  { name: 'ReextractionEdge', description: 'A re-extraction at its place in the list.' },
)

async function reextractions(
  { ctx }: GraphqlContext,
  args: PageArguments,
  { listId, of }: { listId: string; of: ReextractionsOf },
) {
  const page = parsePage(args, { listId })
  return connectionOf({
    items: await listReextractions({ ctx, input: { ...of, page } }),
    page,
    listId,
    keyOf: ({ id }) => id,
    countAll: () => countReextractions({ ctx, input: of }),
  })
}

builder.objectFields(AnalysisRun, (t) => ({
  reextractedAt: t.expose('reextractedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When its answers were last read again; null when they never were.',
  }),
  reextractions: t.connection(
    {
      type: Reextraction,
      description: 'How often its answers were read again, the latest first.',
      resolve: ({ id }, args, context) =>
        reextractions(context, args, { listId: `reextractions-of-run:${id}`, of: { runId: id } }),
    },
    ReextractionConnection,
  ),
}))

builder.objectField(Project, 'reextractions', (t) =>
  t.connection(
    {
      type: Reextraction,
      description: 'How often answers of its runs were read again, the latest first.',
      resolve: ({ id }, args, context) =>
        reextractions(context, args, { listId: `reextractions-of-project:${id}`, of: { projectId: id } }),
    },
    ReextractionConnection,
  ),
)
