import { z } from 'zod'
import { requireProjectId } from '../../core/access/authorize.ts'
import { cursorAfter } from '../../core/foundation/cursor.ts'
import { pageSizeSchema } from '../../core/foundation/page.ts'
import { promptDefinition } from '../../core/prompts/definition.ts'
import { listPrompts as list, PROMPTS_PAGE, promptsList } from '../../core/prompts/list.ts'
import { promptFilterSchema } from '../../core/prompts/select.ts'
import { cursorSchema, nextCursorSchema, positionIn, splitIntoPages } from '../foundation/page.ts'
import { defineTool } from '../foundation/tool.ts'
import { viewBy } from '../views/view.ts'

const promptView = viewBy(promptDefinition)

export const listPrompts = defineTool({
  name: 'list_prompts',
  title: 'List prompts',
  description:
    'Lists the prompts (questions) of the project with their providers, countries and tags, oldest first. Use the text of a prompt, or a tag, as a filter of find_answers and get_latest_results.',
  permission: 'prompts:read',
  effect: 'read',
  input: promptFilterSchema.extend({
    limit: pageSizeSchema(PROMPTS_PAGE).describe(
      `Prompts per page, at most ${PROMPTS_PAGE.most}. Pages with long prompts contain fewer.`,
    ),
    cursor: cursorSchema,
  }),
  output: z.object({
    prompts: z.array(promptView.definition).describe('A page of prompts.'),
    nextCursor: nextCursorSchema,
  }),
  async run({ limit: maxItems, cursor, ...filter }, { ctx }) {
    const name = promptsList(requireProjectId(ctx), filter)
    const { items, nextCursor } = await splitIntoPages({
      name,
      after: positionIn(name, cursor),
      maxItems,
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
