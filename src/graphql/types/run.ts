import { BATCH_TRIGGERS, runDefinition } from '../../core/batches/definition.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import { cancelRun } from '../../core/runs/cancel.ts'
import { countRuns, listRuns, readLatestRuns } from '../../core/runs/list.ts'
import { readManualRunTimes } from '../../core/runs/manual-limit.ts'
import { readRun, readRuns, subscribeToRun } from '../../core/runs/read.ts'
import { readPreviousRuns } from '../../core/runs/read-adjacent.ts'
import { type TriggeredRun, triggerRun } from '../../core/runs/trigger.ts'
import { builder } from '../builder.ts'
import { batchVersion } from '../context.ts'
import { enumType, fieldsOf } from '../define.ts'
import { IMMUTABLE } from '../field-extensions.ts'
import { databaseIdOf } from '../global-id.ts'
import { IDEMPOTENCY_KEY_DESCRIPTION, REPLAYED_DESCRIPTION } from '../idempotency.ts'
import { given, namedProject } from '../input.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, cursorOf, parsePage } from '../page.ts'
import { loadedParts } from '../selections/loaded-parts.ts'
import { subscriptionStates } from '../subscriptions.ts'
import { Analysis, AnalysisStatus } from './analysis.ts'
import { loadProject, Project } from './project.ts'

/** What made a run begin. */
const RunTrigger = enumType('RunTrigger', {
  description: 'What started a run.',
  values: BATCH_TRIGGERS,
})

const of = fieldsOf(runDefinition)
/** All active prompts of a project, asked once. */
export const AnalysisRun = builder.objectRef<BatchRecord>('AnalysisRun')

builder.node(AnalysisRun, {
  interfaces: [Analysis],
  description: 'All active prompts of a project, asked of their providers for their locations.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    trigger: t.expose('trigger', { type: RunTrigger, ...of('trigger') }),
    project: t.field({
      type: Project,
      description: 'The project it is of.',
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
    const found = await readRuns({ ctx, input: { ids, summary: loadedParts(info).summary } })
    for (const run of found) if (run) context.recordBatch(batchVersion(run))
    return found
  },
  { immutable: true },
)

builder.queryField('run', (t) =>
  t.field({
    ...IMMUTABLE,
    type: AnalysisRun,
    nullable: true,
    description: 'A run by its id; NOT_FOUND if the caller may see none with this id.',
    args: { id: t.arg.id({ required: true, description: 'Its databaseId, or its global id.' }) },
    resolve: async (_, { id }, { ctx, recordBatch }, info) => {
      const input = { runId: databaseIdOf(id, 'AnalysisRun'), summary: loadedParts(info).summary }
      const run = await readRun({ ctx, input })
      recordBatch(batchVersion(run))
      return run
    },
  }),
)

/** A run at its place in a list. */
const AnalysisRunEdge = builder.edgeObject({
  type: AnalysisRun,
  name: 'AnalysisRunEdge',
  description: 'A run at its place in the list.',
})

/** A list of runs that can grow. */
const AnalysisRunConnection = builder.connectionObject(
  { type: AnalysisRun, name: 'AnalysisRunConnection', description: 'A page of runs.' },
  AnalysisRunEdge,
)

/** The id of a project's list of runs, which is part of its cursors. */
function runListId(projectId: string): string {
  return `runs:${projectId}`
}

builder.objectField(Project, 'runs', (t) =>
  t.connection(
    {
      type: AnalysisRun,
      nullable: true,
      description: 'Its runs that meet all filters, the newest first.',
      args: {
        status: t.arg({ type: AnalysisStatus, description: 'Their state.' }),
        trigger: t.arg({ type: RunTrigger, description: 'What started them.' }),
      },
      resolve: async ({ id }, { status, trigger, ...args }, { load }, info) => {
        const listId = runListId(id)
        const page = parsePage(args, { listId })
        const filter = given({ status, trigger })
        const { summary } = loadedParts(info)
        return connectionOf({
          items: await load(listRuns, id, { filter, page, summary }),
          page,
          listId,
          keyOf: ({ id }) => id,
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
    description: 'The run that ended last, whatever its final status; null if none has ended.',
    resolve: ({ id }, _, context) => context.load(readLatestRuns, id),
  }),
)

builder.objectField(Project, 'nextManualRunAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'From when `triggerRun` may start a run again, by the limit of one in any seven days; null when it may at once.',
    resolve: ({ id }, _, context) => context.load(readManualRunTimes, id),
  }),
)

const TriggerRunInput = builder.inputType('TriggerRunInput', {
  description: 'A run to start.',
  fields: (t) => ({
    projectId: t.id({
      description:
        'The project, by databaseId or global id. Required for members; a project key belongs to one.',
    }),
    reschedule: t.boolean({
      description: 'Whether the next weekly run moves to 7 days after this one; by default true.',
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
        description: 'The run at its place in the runs of its project.',
        resolve: ({ run }) => ({ cursor: cursorOf(runListId(run.projectId ?? ''), run.id), node: run }),
      }),
      nextRunAt: t.expose('nextRunAt', {
        type: 'DateTime',
        nullable: true,
        description: 'The next weekly run; null without an enabled schedule.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED_DESCRIPTION }),
    }),
  })

builder.mutationField('triggerRun', (t) =>
  t.field({
    type: TriggerRunPayload,
    description:
      'Starts a run of all active prompts of a project. Allowed once in any seven days, and only with a subscription. Fails with PROVIDER_UNAVAILABLE while none of its providers can be asked.',
    args: { input: t.arg({ type: TriggerRunInput, required: true, description: 'The run to start.' }) },
    resolve: (_, { input: { projectId, idempotencyKey, ...rest } }, { ctx }) =>
      triggerRun({
        ctx,
        input: { ...namedProject(projectId), ...given(rest) },
        idempotencyKey: idempotencyKey ?? undefined,
      }),
  }),
)

builder.subscriptionField('runProgress', (t) =>
  t.field({
    type: AnalysisRun,
    description: 'The states of a run: the current one, then every change, up to the final one.',
    args: { runId: t.arg.id({ required: true, description: 'Its databaseId, or its global id.' }) },
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
    runId: t.id({ required: true, description: 'Its databaseId, or its global id.' }),
  }),
})

const CancelRunPayload = builder.objectRef<{ run: BatchRecord }>('CancelRunPayload').implement({
  description: 'The cancelled run.',
  fields: (t) => ({
    run: t.expose('run', { type: AnalysisRun, description: 'The run, which has ended.' }),
  }),
})

builder.mutationField('cancelRun', (t) =>
  t.field({
    type: CancelRunPayload,
    description:
      'Cancels a run: questions without an answer fail with the code CANCELLED, recorded results are kept. A run that has ended is returned unchanged.',
    args: { input: t.arg({ type: CancelRunInput, required: true, description: 'Which one.' }) },
    resolve: async (_, { input: { runId } }, { ctx }) => ({
      run: await cancelRun({ ctx, input: { runId: databaseIdOf(runId, 'AnalysisRun') } }),
    }),
  }),
)
