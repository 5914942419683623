import { countAsyncAnalyses, listAsyncAnalyses } from '../../core/async-analyses/list.ts'
import { readAsyncAnalyses } from '../../core/async-analyses/read.ts'
import {
  analysisDefinition,
  roundsDefinition,
  STOP_REASONS,
  stopWhenDefinition,
} from '../../core/batches/definition.ts'
import { type Persona, personaDefinition } from '../../core/batches/personas.ts'
import type { Rounds, StopWhen } from '../../core/batches/rounds-state.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import type { ShownStatus } from '../../core/foundation/batch-status.ts'
import { readProjects } from '../../core/projects/read.ts'
import { loadedParts } from '../documents/loaded-parts.ts'
import { builder } from '../foundation/builder.ts'
import { batchVersion, type GraphqlContext } from '../foundation/context.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { IMMUTABLE } from '../foundation/field-extensions.ts'
import { omitNullish } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { cursorOf, type PageArguments, readConnection } from '../foundation/page.ts'
import { Analysis, AnalysisStatus, Credits } from './analysis.ts'
import { Organization } from './organization.ts'
import { Project } from './project.ts'
import { AnalysisResult } from './result.ts'

const ofStopWhen = fieldsOf(stopWhenDefinition)
const StopWhenType = builder.objectRef<StopWhen>('StopWhen').implement({
  description: 'Stop condition of an async analysis in rounds.',
  fields: (t) => ({
    halfWidth: t.exposeFloat('halfWidth', ofStopWhen('halfWidth')),
    atMost: t.exposeInt('atMost', ofStopWhen('atMost')),
  }),
})

const StopReason = enumType('StopReason', {
  description: 'Why an async analysis stopped asking further rounds.',
  values: STOP_REASONS,
})

const ofRounds = fieldsOf(roundsDefinition)
const AnalysisRounds = builder.objectRef<Rounds>('AnalysisRounds').implement({
  description: 'Progress of an async analysis in rounds.',
  fields: (t) => ({
    begun: t.exposeInt('begun', ofRounds('begun')),
    replicates: t.exposeInt('replicates', ofRounds('replicates')),
    halfWidth: t.exposeFloat('halfWidth', ofRounds('halfWidth')),
    stopped: t.expose('stopped', { type: StopReason, ...ofRounds('stopped') }),
  }),
})

const ofPersona = fieldsOf(personaDefinition)
const PersonaType = builder.objectRef<Persona>('Persona').implement({
  description: 'A persona that questions are asked as.',
  fields: (t) => ({
    name: t.exposeString('name', ofPersona('name')),
    text: t.exposeString('text', ofPersona('text')),
  }),
})

const of = fieldsOf(analysisDefinition)
export const AsyncAnalysis = builder.objectRef<BatchRecord>('AsyncAnalysis')

// A field of the interface, so that queries can select it for runs and async analyses at once. Runs have it as `Project!`.
// GraphQL rejects a query that selects both types in two fragments.
builder.interfaceField(Analysis, 'project', (t) =>
  t.field({
    type: Project,
    nullable: true,
    description:
      'The project it was started for; null for an async analysis that belongs to the organization without a project.',
    resolve: ({ projectId }, _, { load }) => (projectId ? load(readProjects, projectId) : null),
  }),
)

builder.node(AsyncAnalysis, {
  interfaces: [Analysis],
  description: 'One-off prompts for providers and locations, paid with credits.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    analysisId: t.string({
      ...IMMUTABLE,
      description: 'Id in REST (`aa_…`).',
      // All async analyses have an `analysisId`; only runs do not.
      resolve: ({ analysisId }) => analysisId ?? '',
    }),
    stopWhen: t.expose('stopWhen', { type: StopWhenType, ...of('stopWhen') }),
    personas: t.expose('personas', { type: [PersonaType], ...of('personas') }),
    rounds: t.expose('rounds', { type: AnalysisRounds, ...of('rounds') }),
    credits: t.expose('credits', { type: Credits, ...of('credits') }),
  }),
})

registerNode(
  AsyncAnalysis,
  async (context, ids, info) => {
    const { ctx } = context
    const analyses = await readAsyncAnalyses({ ctx, input: { ids, summary: loadedParts(info).summary } })
    for (const analysis of analyses) if (analysis) context.recordBatch(batchVersion(analysis))
    return analyses
  },
  { immutable: true },
)

builder.objectField(AnalysisResult, 'asyncAnalysis', (t) =>
  t.field({
    type: AsyncAnalysis,
    nullable: true,
    description: 'The async analysis that the result belongs to; null for runs.',
    resolve: ({ runId, batchId }, _, context) =>
      runId === null ? context.load(readAsyncAnalyses, batchId) : null,
  }),
)

/**
 * All lists of async analyses share one id because they have the same order. The cursor of a new analysis is
 * therefore valid in all of them.
 */
const LIST_ID = 'async-analyses'

const keyOf = ({ id }: BatchRecord) => id

export const AsyncAnalysisEdge = builder.edgeObject({
  type: AsyncAnalysis,
  name: 'AsyncAnalysisEdge',
  description: 'An async analysis and its position in the list.',
})

const AsyncAnalysisConnection = builder.connectionObject(
  { type: AsyncAnalysis, name: 'AsyncAnalysisConnection', description: 'A page of async analyses.' },
  AsyncAnalysisEdge,
)

/** Returns the edge of an async analysis, which is valid in all lists. */
export function edgeOf(analysis: BatchRecord) {
  return { cursor: cursorOf(LIST_ID, keyOf(analysis)), node: analysis }
}

function analyses(
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
  const list = { of, ...omitNullish({ status }) }
  return readConnection(args, {
    listId: LIST_ID,
    keyOf,
    items: (page) => load(listAsyncAnalyses, id, { ...list, page }),
    countAll: () => load(countAsyncAnalyses, id, list),
  })
}

const STATUS = { type: AnalysisStatus, description: 'Only analyses in this state.' } as const

builder.objectField(Organization, 'asyncAnalyses', (t) =>
  t.connection(
    {
      type: AsyncAnalysis,
      nullable: true,
      description:
        'Async analyses, newest first. With a project key: analyses of the project; with an organization key: analyses without a project; for members: all.',
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
      description: 'Async analyses of the project, newest first.',
      args: { status: t.arg(STATUS) },
      resolve: ({ id }, args, context) => analyses(context, id, { ...args, of: 'project' }),
    },
    AsyncAnalysisConnection,
  ),
)
