import type { ReadingChanges } from '../../core/reextractions/changes.ts'
import {
  countReextractions,
  listReextractions,
  type ReextractionsOf,
  readReextractions,
} from '../../core/reextractions/read.ts'
import type { ReextractionRecord } from '../../core/reextractions/record.ts'
import { readRuns } from '../../core/runs/read.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, type PageArguments, parsePage } from '../page.ts'
import { Project } from './project.ts'
import { AnalysisRun } from './run.ts'
import { SummaryType } from './summary.ts'

/** How far a re-extraction is. */
export const ReextractionStatus = builder.enumType('ReextractionStatus', {
  description: 'How far a re-extraction is.',
  values: {
    QUEUED: { value: 'queued', description: 'It waits.' },
    RUNNING: { value: 'running', description: 'Answers are being read; the run is as it was.' },
    COMPLETED: { value: 'completed', description: 'The run shows what was read.' },
    CANCELLED: { value: 'cancelled', description: 'Ended before its time; the run is as it was.' },
    FAILED: { value: 'failed', description: 'Given up; the run is as it was.' },
  } as const satisfies Record<string, { value: ReextractionRecord['status']; description: string }>,
})

/** How many answers are read. */
export const ReextractionProgress = builder
  .objectRef<ReextractionRecord['progress']>('ReextractionProgress')
  .implement({
    description: 'How many answers a re-extraction has read.',
    fields: (t) => ({
      total: t.exposeInt('total', { description: 'Answers to read.' }),
      completed: t.exposeInt('completed', { description: 'Those that have been read again.' }),
    }),
  })

const ReextractionChanges = builder.objectRef<ReadingChanges>('ReextractionChanges').implement({
  description: 'Two readings of the same answers: how many are told otherwise, and in what.',
  fields: (t) => ({
    answers: t.exposeInt('answers', { description: 'Answers that were read again.' }),
    changed: t.exposeInt('changed', { description: 'Those of which anything below is told otherwise.' }),
    mentionsGained: t.exposeInt('mention_gained', { description: 'Now they name the brand.' }),
    mentionsLost: t.exposeInt('mention_lost', { description: 'They do not name the brand any more.' }),
    positions: t.exposeInt('position', { description: 'Another place of the brand among the named.' }),
    sentiments: t.exposeInt('sentiment', { description: 'Another sentiment label of the brand, or none.' }),
    recommendationsGained: t.exposeInt('recommendation_gained', {
      description: 'Now they recommend the brand.',
    }),
    recommendationsLost: t.exposeInt('recommendation_lost', {
      description: 'They do not recommend the brand any more.',
    }),
    competitors: t.exposeInt('competitors', { description: 'Other competitors are named.' }),
    citations: t.exposeInt('citations', { description: 'Other sources, or other owners of them.' }),
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
    previousExtractionVersion: t.exposeInt('previousExtractionVersion', {
      nullable: true,
      description:
        'Version of the rules that the reading before it was made with; null until it is completed.',
    }),
    changes: t.expose('changes', {
      type: ReextractionChanges,
      nullable: true,
      description:
        'How many answers are told otherwise than before, and in what; null until it is completed.',
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

/** A list of re-extractions that can grow. */
export const ReextractionConnection = builder.connectionObject(
  { type: Reextraction, name: 'ReextractionConnection', description: 'A page of re-extractions.' },
  { name: 'ReextractionEdge', description: 'A re-extraction at its place in the list.' },
)

/** A page of re-extractions, the latest first. */
export async function pageReextractions(
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
        pageReextractions(context, args, { listId: `reextractions-of-run:${id}`, of: { runId: id } }),
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
        pageReextractions(context, args, { listId: `reextractions-of-project:${id}`, of: { projectId: id } }),
    },
    ReextractionConnection,
  ),
)
