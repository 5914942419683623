import { BATCH_TRIGGERS, runDefinition } from '../../core/batches/definition.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import { cancelRun } from '../../core/runs/cancel.ts'
import { countRuns, listRuns, readLatestRuns } from '../../core/runs/list.ts'
import { readManualRunTimes } from '../../core/runs/manual-limit.ts'
import { readRun, readRuns, subscribeToRun } from '../../core/runs/read.ts'
import { readPreviousRuns } from '../../core/runs/read-adjacent.ts'
import { type TriggeredRun, triggerRun } from '../../core/runs/trigger.ts'
import { loadedParts } from '../documents/loaded-parts.ts'
import { builder } from '../foundation/builder.ts'
import { batchVersion } from '../foundation/context.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { failsWith, IMMUTABLE } from '../foundation/field-extensions.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { IDEMPOTENCY_KEY_DESCRIPTION, REPLAYED_DESCRIPTION } from '../foundation/idempotency.ts'
import { namedProject, omitNullish } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { cursorOf, readConnectionById } from '../foundation/page.ts'
import { subscriptionStates } from '../foundation/subscriptions.ts'
import { Analysis, AnalysisStatus } from './analysis.ts'
import { loadProject, Project } from './project.ts'

const RunTrigger = enumType('RunTrigger', {
  description: 'What started a run.',
  values: BATCH_TRIGGERS,
})

const of = fieldsOf(runDefinition)
export const AnalysisRun = builder.objectRef<BatchRecord>('AnalysisRun')

builder.node(AnalysisRun, {
  interfaces: [Analysis],
  description: 'A run asks all active prompts of a project, with their providers and locations.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    trigger: t.expose('trigger', { type: RunTrigger, ...of('trigger') }),
    project: t.field({
      type: Project,
      description: 'Project of the run.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId ?? ''),
    }),
    previousRun: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The previous run of the project that has results.',
      resolve: ({ id }, _, context) => context.load(readPreviousRuns, id),
    }),
  }),
})

registerNode(
  AnalysisRun,
  async (context, ids, info) => {
    const { ctx } = context
    const runs = await readRuns({ ctx, input: { ids, summary: loadedParts(info).summary } })
    for (const run of runs) if (run) context.recordBatch(batchVersion(run))
    return runs
  },
  { immutable: true },
)

builder.queryField('run', (t) =>
  t.field({
    ...IMMUTABLE,
    type: AnalysisRun,
    nullable: true,
    description: 'A run by id; NOT_FOUND if it does not exist or is not visible to the caller.',
    args: { id: t.arg.id({ required: true, description: 'databaseId or global id of the run.' }) },
    resolve: async (_, { id }, { ctx, recordBatch }, info) => {
      const input = { runId: databaseIdOf(id, 'AnalysisRun'), summary: loadedParts(info).summary }
      const run = await readRun({ ctx, input })
      recordBatch(batchVersion(run))
      return run
    },
  }),
)

const AnalysisRunEdge = builder.edgeObject({
  type: AnalysisRun,
  name: 'AnalysisRunEdge',
  description: 'A run and its position in the list.',
})

const AnalysisRunConnection = builder.connectionObject(
  { type: AnalysisRun, name: 'AnalysisRunConnection', description: 'A page of runs.' },
  AnalysisRunEdge,
)

/** Returns the id of a project's list of runs, which is part of its cursors. */
function runListId(projectId: string): string {
  return `runs:${projectId}`
}

builder.objectField(Project, 'runs', (t) =>
  t.connection(
    {
      type: AnalysisRun,
      nullable: true,
      description: 'Runs of the project that match all filters, newest first.',
      args: {
        status: t.arg({ type: AnalysisStatus, description: 'State of the runs.' }),
        trigger: t.arg({ type: RunTrigger, description: 'What started the runs.' }),
      },
      resolve: ({ id }, { status, trigger, ...args }, { load }, info) => {
        const filter = omitNullish({ status, trigger })
        const { summary } = loadedParts(info)
        return readConnectionById(args, runListId(id), {
          items: (page) => load(listRuns, id, { filter, page, summary }),
          countAll: () => load(countRuns, id, { filter }),
        })
      },
    },
    AnalysisRunConnection,
  ),
)

builder.objectField(Project, 'latestRun', (t) =>
  t.field({
    type: AnalysisRun,
    nullable: true,
    description: 'The run that ended last, regardless of its final status; null if no run has ended.',
    resolve: ({ id }, _, context) => context.load(readLatestRuns, id),
  }),
)

builder.objectField(Project, 'nextManualRunAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'Time from which `triggerRun` can start a run again, because of the limit of one run in any seven days; null if it can start one now.',
    resolve: ({ id }, _, context) => context.load(readManualRunTimes, id),
  }),
)

const TriggerRunInput = builder.inputType('TriggerRunInput', {
  description: 'A run to start.',
  fields: (t) => ({
    projectId: t.id({
      description:
        'databaseId or global id of the project. Required for members; project keys always use their own project.',
    }),
    reschedule: t.boolean({
      description: 'Whether to move the next weekly run to 7 days after this one; defaults to true.',
    }),
    providers: t.stringList({
      description: 'Asks only these providers, by id or alias; defaults to all providers of each prompt.',
    }),
    locations: t.field({
      type: ['Location'],
      description: 'Asks only for these locations; defaults to all locations of each prompt.',
    }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
  }),
})

const TriggerRunPayload = builder
  .objectRef<TriggeredRun & { replayed: boolean }>('TriggerRunPayload')
  .implement({
    description: 'The started run.',
    fields: (t) => ({
      run: t.expose('run', { type: AnalysisRun, description: 'The queued run.' }),
      runEdge: t.field({
        type: AnalysisRunEdge,
        description: 'The run with its position in the runs of the project.',
        resolve: ({ run }) => ({ cursor: cursorOf(runListId(run.projectId ?? ''), run.id), node: run }),
      }),
      nextRunAt: t.expose('nextRunAt', {
        type: 'DateTime',
        nullable: true,
        description: 'Time of the next weekly run; null if the schedule is disabled.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED_DESCRIPTION }),
    }),
  })

builder.mutationField('triggerRun', (t) =>
  t.field({
    ...failsWith('INVALID_PROVIDER', 'NOT_FOUND', 'CONFLICT', 'PROVIDER_UNAVAILABLE'),
    type: TriggerRunPayload,
    description:
      'Starts a run of all active prompts of a project, or of a part of their providers and locations. Requires a subscription and is limited to one run in any seven days. Fails with PROVIDER_UNAVAILABLE while none of the providers is available.',
    args: { input: t.arg({ type: TriggerRunInput, required: true, description: 'The run to start.' }) },
    resolve: (_, { input: { projectId, idempotencyKey, ...rest } }, { ctx }) =>
      triggerRun({
        ctx,
        input: { ...namedProject(projectId), ...omitNullish(rest) },
        idempotencyKey: idempotencyKey ?? undefined,
      }),
  }),
)

builder.subscriptionField('runProgress', (t) =>
  t.field({
    type: AnalysisRun,
    description: 'The states of a run: the current state, then every change until the final state.',
    args: { runId: t.arg.id({ required: true, description: 'databaseId or global id of the run.' }) },
    subscribe: (_, { runId }, context) =>
      subscriptionStates((signal) =>
        subscribeToRun({ ctx: context.ctx, input: { runId: databaseIdOf(runId, 'AnalysisRun') }, signal }),
      ),
    resolve: (run) => run,
  }),
)

const CancelRunInput = builder.inputType('CancelRunInput', {
  description: 'The run to cancel.',
  fields: (t) => ({
    runId: t.id({ required: true, description: 'databaseId or global id of the run.' }),
  }),
})

const CancelRunPayload = builder.objectRef<{ run: BatchRecord }>('CancelRunPayload').implement({
  description: 'The cancelled run.',
  fields: (t) => ({
    run: t.expose('run', { type: AnalysisRun, description: 'The run, in its final state.' }),
  }),
})

builder.mutationField('cancelRun', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: CancelRunPayload,
    description:
      'Cancels a run. Questions without an answer fail with the code CANCELLED; existing results are kept. A run that has already ended is returned unchanged.',
    args: { input: t.arg({ type: CancelRunInput, required: true, description: 'The run to cancel.' }) },
    resolve: async (_, { input: { runId } }, { ctx }) => ({
      run: await cancelRun({ ctx, input: { runId: databaseIdOf(runId, 'AnalysisRun') } }),
    }),
  }),
)
