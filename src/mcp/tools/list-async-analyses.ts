import { z } from 'zod'
import { analysesOwner, listAsyncAnalyses as list } from '../../core/async-analyses/list.ts'
import { analysisDefinition } from '../../core/batches/definition.ts'
import { itemsAfter, pageSizeSchema } from '../../core/foundation/page.ts'
import { cursorSchema, nextCursorSchema, positionIn, splitIntoPages } from '../foundation/page.ts'
import { defineTool } from '../foundation/tool.ts'
import { viewBy } from '../views/view.ts'

const PAGE = { usual: 20, most: 100 } as const
const analysisView = viewBy(
  analysisDefinition.omit({
    summary: true,
    stopWhen: true,
    rounds: true,
    personas: true,
    rawDeletedAt: true,
    textsDeletedAt: true,
  }),
)

export const listAsyncAnalyses = defineTool({
  name: 'list_async_analyses',
  title: 'List async analyses',
  description:
    "Lists the async analyses of the key's project or, with an organization key, without a project, newest first. Pass an analysisId to get_async_analysis for its metrics and answers.",
  permission: 'analysis:read',
  effect: 'read',
  input: z.strictObject({
    limit: pageSizeSchema(PAGE).describe(`Analyses per page, at most ${PAGE.most}.`),
    cursor: cursorSchema,
  }),
  output: z.object({
    analyses: z.array(analysisView.definition).describe('A page of analyses.'),
    nextCursor: nextCursorSchema,
  }),
  async run({ limit: maxItems, cursor }, { ctx }) {
    const { of, id } = analysesOwner(ctx)
    const name = `analyses ${of} ${id}`
    const { items, nextCursor } = await splitIntoPages({
      name,
      after: positionIn(name, cursor),
      maxItems,
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
