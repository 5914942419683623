import { countRuns, listRuns, readLatestRuns } from '../../core/runs/list.ts'
import { builder } from '../builder.ts'
import { given } from '../input.ts'
import { connectionOf, parsePage } from '../page.ts'
import { selectsBelow } from '../selection.ts'
import { AnalysisStatus } from './progress.ts'
import { Project } from './project.ts'
import { AnalysisRun, AnalysisRunConnection, RunTrigger, runListId } from './run.ts'

builder.objectField(Project, 'runs', (t) =>
  t.connection(
    {
      type: AnalysisRun,
      description: 'Its runs, the newest first, those that meet all the filters.',
      args: {
        status: t.arg({ type: AnalysisStatus, description: 'How far they are.' }),
        trigger: t.arg({ type: RunTrigger, description: 'What made them begin.' }),
      },
      resolve: async ({ id: projectId }, { status, trigger, ...args }, { ctx }, info) => {
        const listId = runListId(projectId)
        const page = parsePage(args, { listId })
        const input = { projectId, sought: given({ status, trigger }) }
        const summary = selectsBelow(info, 'summary')
        return connectionOf({
          items: await listRuns({ ctx, input: { ...input, page, summary } }),
          page,
          listId,
          keyOf: ({ id }) => id,
          countAll: () => countRuns({ ctx, input }),
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
    description: 'The run that ended last, however it ended; null when none has.',
    resolve: ({ id }, _, context) => context.load(readLatestRuns, id),
  }),
)
