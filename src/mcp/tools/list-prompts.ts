import { z } from 'zod'
import { projectOf } from '../../core/authorize.ts'
import { cursorAfter } from '../../core/cursor.ts'
import { pageSizeSchema } from '../../core/page.ts'
import { promptDefinition } from '../../core/prompts/definition.ts'
import { listPrompts as list, PROMPTS_PAGE, promptsList } from '../../core/prompts/list.ts'
import { promptFilterSchema } from '../../core/prompts/select.ts'
import { cursorSchema, nextCursorSchema, positionIn, readPage } from '../page.ts'
import { defineTool } from '../tool.ts'
import { viewBy } from '../views/view.ts'

const promptView = viewBy(promptDefinition)

/** The prompts of the project. */
export const listPrompts = defineTool({
  name: 'list_prompts',
  title: 'List prompts',
  description:
    'The prompts (questions) that the runs of the project ask, with the providers and countries each is asked of, and their tags, in the order of creation. Filters are combined. Use the text of a prompt or a tag as a filter of find_answers and get_latest_results.',
  permission: 'prompts:read',
  effect: 'read',
  input: promptFilterSchema.extend({
    limit: pageSizeSchema(PROMPTS_PAGE).describe(
      `Prompts of a page; more than ${PROMPTS_PAGE.most} is lowered to that. Long ones fill a page earlier.`,
    ),
    cursor: cursorSchema,
  }),
  output: z.object({
    prompts: z.array(promptView.definition).describe('A page of them.'),
    nextCursor: nextCursorSchema,
  }),
  async run({ limit: most, cursor, ...filter }, { ctx }) {
    const name = promptsList(projectOf(ctx))
    const { items, nextCursor } = await readPage({
      name,
      after: positionIn(name, cursor),
      most,
      async read(after, limit) {
        const input = { ...filter, limit, ...(after !== null && { cursor: cursorAfter(name, after) }) }
        return (await list({ ctx, input })).prompts
      },
      keyOf: ({ id }) => id,
      show: promptView.show,
    })
    return { prompts: items, nextCursor }
  },
})
