import { z } from 'zod'
import { requireProjectId } from '../../core/access/authorize.ts'
import { itemsAfter, pageSizeSchema } from '../../core/foundation/page.ts'
import { listRuns as list, runsFilterSchema } from '../../core/runs/list.ts'
import { cursorSchema, nextCursorSchema, positionIn, splitIntoPages } from '../foundation/page.ts'
import { defineTool } from '../foundation/tool.ts'
import { runView, showRun } from '../views/run.ts'

const PAGE = { usual: 20, most: 100 } as const

export const listRuns = defineTool({
  name: 'list_runs',
  title: 'List runs',
  description:
    'Lists the runs of the project with their states, newest first. Pass an id to get_run, compare_runs, find_answers or list_sources.',
  permission: 'runs:read',
  effect: 'read',
  input: runsFilterSchema.extend({
    limit: pageSizeSchema(PAGE).describe(`Runs per page, at most ${PAGE.most}.`),
    cursor: cursorSchema,
  }),
  output: z.object({
    runs: z.array(runView.definition).describe('A page of runs.'),
    nextCursor: nextCursorSchema,
  }),
  async run({ limit: maxItems, cursor, ...filter }, { ctx }) {
    const projectId = requireProjectId(ctx)
    const name = `runs ${projectId} ${JSON.stringify(filter)}`
    const { items, nextCursor } = await splitIntoPages({
      name,
      after: positionIn(name, cursor),
      maxItems,
      async read(after, limit) {
        const page = itemsAfter(after, limit)
        const [runs = []] = await list({ ctx, input: { ids: [projectId], filter, page } })
        return runs
      },
      keyOf: ({ id }) => id,
      show: showRun,
    })
    return { runs: items, nextCursor }
  },
})
