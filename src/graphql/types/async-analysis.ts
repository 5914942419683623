import { countAsyncAnalyses, listAsyncAnalyses } from '../../core/async-analyses/list.ts'
import { readAsyncAnalyses } from '../../core/async-analyses/read.ts'
import type { ShownStatus } from '../../core/batch-status.ts'
import {
  analysisDefinition,
  roundsDefinition,
  STOP_REASONS,
  stopWhenDefinition,
} from '../../core/batches/definition.ts'
import type { Rounds, StopWhen } from '../../core/batches/rounds-state.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import { readProjects } from '../../core/projects/read.ts'
import { builder } from '../builder.ts'
import { batchVersion, type GraphqlContext } from '../context.ts'
import { enumType, fieldsOf } from '../define.ts'
import { IMMUTABLE } from '../field-extensions.ts'
import { given } from '../input.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, cursorOf, type PageArguments, parsePage } from '../page.ts'
import { loadedParts } from '../selections/loaded-parts.ts'
import { Analysis, AnalysisStatus, Credits } from './analysis.ts'
import { Organization } from './organization.ts'
import { Project } from './project.ts'
import { AnalysisResult } from './result.ts'

const ofStopWhen = fieldsOf(stopWhenDefinition)
const StopWhenType = builder.objectRef<StopWhen>('StopWhen').implement({
  description: 'When an async analysis that is asked in rounds stops.',
  fields: (t) => ({
    halfWidth: t.exposeFloat('halfWidth', ofStopWhen('halfWidth')),
    atMost: t.exposeInt('atMost', ofStopWhen('atMost')),
  }),
})

const StopReason = enumType('StopReason', {
  description: 'Why an async analysis asks no further round.',
  values: STOP_REASONS,
})

const ofRounds = fieldsOf(roundsDefinition)
const AnalysisRounds = builder.objectRef<Rounds>('AnalysisRounds').implement({
  description: 'How far an async analysis is that is asked in rounds.',
  fields: (t) => ({
    begun: t.exposeInt('begun', ofRounds('begun')),
    replicates: t.exposeInt('replicates', ofRounds('replicates')),
    halfWidth: t.exposeFloat('halfWidth', ofRounds('halfWidth')),
    stopped: t.expose('stopped', { type: StopReason, ...ofRounds('stopped') }),
  }),
})

const of = fieldsOf(analysisDefinition)
/** One-off work: prompts asked of providers, paid with credits. */
export const AsyncAnalysis = builder.objectRef<BatchRecord>('AsyncAnalysis')

builder.node(AsyncAnalysis, {
  interfaces: [Analysis],
  description: 'One-off work: prompts asked of providers for locations, paid with credits.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    analysisId: t.string({
      ...IMMUTABLE,
      description: 'Its id in REST, `aa_…`.',
      // Only runs lack one.
      resolve: ({ analysisId }) => analysisId ?? '',
    }),
    project: t.field({
      type: Project,
      nullable: true,
      description: 'The project it was started for; null where it is of the organization alone.',
      resolve: ({ projectId }, _, { load }) => (projectId ? load(readProjects, projectId) : null),
    }),
    stopWhen: t.expose('stopWhen', { type: StopWhenType, ...of('stopWhen') }),
    rounds: t.expose('rounds', { type: AnalysisRounds, ...of('rounds') }),
    credits: t.expose('credits', { type: Credits, ...of('credits') }),
  }),
})

registerNode(
  AsyncAnalysis,
  async (context, ids, info) => {
    const { ctx } = context
    const found = await readAsyncAnalyses({ ctx, input: { ids, summary: loadedParts(info).summary } })
    for (const analysis of found) if (analysis) context.recordBatch(batchVersion(analysis))
    return found
  },
  { immutable: true },
)

builder.objectField(AnalysisResult, 'asyncAnalysis', (t) =>
  t.field({
    type: AsyncAnalysis,
    nullable: true,
    description: 'The async analysis it belongs to; null in a run.',
    resolve: ({ runId, batchId }, _, context) =>
      runId === null ? context.load(readAsyncAnalyses, batchId) : null,
  }),
)

/**
 * All lists of async analyses share one id, because they have the same order: so the cursor of a new analysis is valid in each
 * of them.
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

/** The edge of an async analysis, valid in any list of them. */
export function edgeOf(analysis: BatchRecord) {
  return { cursor: cursorOf(LIST_ID, keyOf(analysis)), node: analysis }
}

async function analyses(
  { load }: GraphqlContext,
  id: string,
  {
    of,
    status,
    ...args
  }: PageArguments & {
    of: 'project' | 'organization'
    status?: ShownStatus | null | undefined
  },
) {
  const list = { of, ...given({ status }) }
  const page = parsePage(args, { listId: LIST_ID })
  return connectionOf({
    items: await load(listAsyncAnalyses, id, { ...list, page }),
    page,
    listId: LIST_ID,
    keyOf,
    countAll: () => load(countAsyncAnalyses, id, list),
  })
}

const STATUS = { type: AnalysisStatus, description: 'Only those in this state.' } as const

builder.objectField(Organization, 'asyncAnalyses', (t) =>
  t.connection(
    {
      type: AsyncAnalysis,
      nullable: true,
      description:
        'Its async analyses, newest first: for a project key those of its project, for an organization key those without a project, for a member all.',
      args: { status: t.arg(STATUS) },
      resolve: ({ id }, args, context) => analyses(context, id, { ...args, of: 'organization' }),
    },
    AsyncAnalysisConnection,
  ),
)

builder.objectField(Project, 'asyncAnalyses', (t) =>
  t.connection(
    {
      type: AsyncAnalysis,
      nullable: true,
      description: 'Its async analyses, newest first.',
      args: { status: t.arg(STATUS) },
      resolve: ({ id }, args, context) => analyses(context, id, { ...args, of: 'project' }),
    },
    AsyncAnalysisConnection,
  ),
)
