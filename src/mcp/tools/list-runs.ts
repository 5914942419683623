import { z } from 'zod'
import { projectOf } from '../../core/authorize.ts'
import { itemsAfter, pageSizeSchema } from '../../core/page.ts'
import { listRuns as list, runsFilterSchema } from '../../core/runs/list.ts'
import { cursorSchema, nextCursorSchema, positionIn, readPage } from '../page.ts'
import { defineTool } from '../tool.ts'
import { runView, showRun } from '../views/run.ts'

const PAGE = { usual: 20, most: 100 } as const

/** The runs of the project. */
export const listRuns = defineTool({
  name: 'list_runs',
  title: 'List runs',
  description:
    'The runs of the project, newest first, with their states. Use an id with get_run for its figures, with compare_runs, find_answers and list_sources.',
  permission: 'runs:read',
  effect: 'read',
  input: runsFilterSchema.extend({
    limit: pageSizeSchema(PAGE).describe(`Runs of a page; more than ${PAGE.most} is lowered to that.`),
    cursor: cursorSchema,
  }),
  output: z.object({
    runs: z.array(runView.definition).describe('A page of them; empty in a project that has none.'),
    nextCursor: nextCursorSchema,
  }),
  async run({ limit: most, cursor, ...filter }, { ctx }) {
    const projectId = projectOf(ctx)
    const name = `runs ${projectId} ${JSON.stringify(filter)}`
    const { items, nextCursor } = await readPage({
      name,
      after: positionIn(name, cursor),
      most,
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
