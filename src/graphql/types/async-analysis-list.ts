import { type AnalysisFilter, countAsyncAnalyses, listAsyncAnalyses } from '../../core/async-analyses/list.ts'
import type { BatchRecord } from '../../core/batches/batch-record.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { connectionOf, cursorOf, type PageArguments, parsePage } from '../page.ts'
import { AsyncAnalysis } from './async-analysis.ts'
import { Organization } from './organization.ts'
import { AnalysisStatus } from './progress.ts'
import { Project } from './project.ts'

/**
 * One for all lists of analyses, which are ordered alike and whose cursors are places in time: the edge of a new analysis
 * fits into each of them.
 */
const LIST_ID = 'async-analyses'

const keyOf = ({ id }: BatchRecord) => id

/** An analysis at its place in any list of analyses. */
export const AsyncAnalysisEdge = builder.edgeObject({
  type: AsyncAnalysis,
  name: 'AsyncAnalysisEdge',
  description: 'An async analysis at its place in the list.',
})

const AsyncAnalysisConnection = builder.connectionObject(
  { type: AsyncAnalysis, name: 'AsyncAnalysisConnection', description: 'A page of async analyses.' },
  AsyncAnalysisEdge,
)

/** The edge of an analysis. */
export function edgeOf(analysis: BatchRecord) {
  return { cursor: cursorOf(LIST_ID, keyOf(analysis)), node: analysis }
}

async function analyses({ ctx }: GraphqlContext, args: PageArguments, filter: AnalysisFilter) {
  const page = parsePage(args, { listId: LIST_ID })
  return connectionOf({
    items: await listAsyncAnalyses({ ctx, input: { ...filter, page } }),
    page,
    listId: LIST_ID,
    keyOf,
    countAll: () => countAsyncAnalyses({ ctx, input: filter }),
  })
}

const STATUS = { type: AnalysisStatus, description: 'Only those that are this far.' } as const

const filterOf = ({ status }: { status?: BatchRecord['status'] | null | undefined }) =>
  status == null ? {} : { status }

builder.objectField(Organization, 'asyncAnalyses', (t) =>
  t.connection(
    {
      type: AsyncAnalysis,
      description:
        'Its async analyses, newest first: to a project key those of its project, to an organization key those of no project, to a member all.',
      args: { status: t.arg(STATUS) },
      resolve: (_, args, context) => analyses(context, args, filterOf(args)),
    },
    AsyncAnalysisConnection,
  ),
)

builder.objectField(Project, 'asyncAnalyses', (t) =>
  t.connection(
    {
      type: AsyncAnalysis,
      description: 'Its async analyses, newest first.',
      args: { status: t.arg(STATUS) },
      resolve: ({ id: projectId }, args, context) =>
        analyses(context, args, { projectId, ...filterOf(args) }),
    },
    AsyncAnalysisConnection,
  ),
)
