import { watchRun } from '../../core/runs/read.ts'
import { type TriggeredRun, triggerRun } from '../../core/runs/trigger.ts'
import { builder } from '../builder.ts'
import { databaseIdOf } from '../global-id.ts'
import { given, namedProject } from '../input.ts'
import { cursorOf } from '../page.ts'
import { follow } from '../subscriptions.ts'
import { AnalysisRun, AnalysisRunEdge, runListId } from './run.ts'

const TriggerRunInput = builder.inputType('TriggerRunInput', {
  description: 'A run to begin now.',
  fields: (t) => ({
    projectId: t.id({
      description: 'The project, by databaseId or global id: a member names one, a project key has one.',
    }),
    reschedule: t.boolean({
      description: 'Moves the next weekly run to 7 days after this one; true when not given.',
    }),
  }),
})

const TriggerRunPayload = builder.objectRef<TriggeredRun>('TriggerRunPayload').implement({
  description: 'What came of beginning a run.',
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
  }),
})

builder.mutationField('triggerRun', (t) =>
  t.field({
    type: TriggerRunPayload,
    description: 'Runs all active prompts of a project now; once in any seven days, and with a subscription.',
    args: { input: t.arg({ type: TriggerRunInput, required: true, description: 'What to run.' }) },
    resolve: (_, { input: { projectId, ...rest } }, { ctx }) =>
      triggerRun({ ctx, input: { ...namedProject(projectId), ...given(rest) } }),
  }),
)

builder.subscriptionField('runProgress', (t) =>
  t.field({
    type: AnalysisRun,
    description: 'The states of a run: the current one, every change, the final one.',
    args: { runId: t.arg.id({ required: true, description: 'Its databaseId, or its global id.' }) },
    subscribe: (_, { runId }, context) =>
      follow((signal) =>
        watchRun({ ctx: context.ctx, input: { runId: databaseIdOf(runId, 'AnalysisRun') }, signal }),
      ),
    resolve: (run) => run,
  }),
)
