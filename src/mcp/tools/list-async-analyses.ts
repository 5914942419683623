import { z } from 'zod'
import { analysesOwner, listAsyncAnalyses as list } from '../../core/async-analyses/list.ts'
import { analysisDefinition } from '../../core/batches/definition.ts'
import { itemsAfter, pageSizeSchema } from '../../core/page.ts'
import { cursorSchema, nextCursorSchema, positionIn, readPage } from '../page.ts'
import { defineTool } from '../tool.ts'
import { viewBy } from '../views/view.ts'

const PAGE = { usual: 20, most: 100 } as const
const analysisView = viewBy(analysisDefinition.omit({ summary: true, stopWhen: true, rounds: true }))

/** The async analyses that the key may read. */
export const listAsyncAnalyses = defineTool({
  name: 'list_async_analyses',
  title: 'List async analyses',
  description:
    'The async analyses of the project of the key, or with an organization key those without a project, newest first, with their states. Use an analysisId with get_async_analysis for its figures and answers.',
  permission: 'analysis:read',
  effect: 'read',
  input: z.strictObject({
    limit: pageSizeSchema(PAGE).describe(`Analyses of a page; more than ${PAGE.most} is lowered to that.`),
    cursor: cursorSchema,
  }),
  output: z.object({
    analyses: z.array(analysisView.definition).describe('A page of them; empty where there are none.'),
    nextCursor: nextCursorSchema,
  }),
  async run({ limit: most, cursor }, { ctx }) {
    const { of, id } = analysesOwner(ctx)
    const name = `analyses ${of} ${id}`
    const { items, nextCursor } = await readPage({
      name,
      after: positionIn(name, cursor),
      most,
      async read(after, limit) {
        const page = itemsAfter(after, limit)
        const [analyses = []] = await list({ ctx, input: { ids: [id], of, page } })
        return analyses
      },
      keyOf: (analysis) => analysis.id,
      show: (analysis) => analysisView.show({ ...analysis, analysisId: analysis.analysisId ?? '' }),
    })
    return { analyses: items, nextCursor }
  },
})
