import { countPrompts, type PromptList, pagePrompts } from '../../core/prompts/page.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { given } from '../input.ts'
import { connectionOf, type PageArguments, parsePage } from '../page.ts'
import { Project } from './project.ts'
import { Prompt, PromptConnection, promptListId } from './prompt.ts'
import { Tag } from './tag.ts'

const PromptOrder = builder.enumType('PromptOrder', {
  description: 'The order of a list of prompts.',
  values: {
    CREATED_AT_ASC: { value: 'oldest', description: 'In the order of their creation.' },
    CREATED_AT_DESC: { value: 'newest', description: 'The newest first.' },
  } as const,
})

builder.objectField(Project, 'prompts', (t) =>
  t.connection(
    {
      type: Prompt,
      description: 'Its living prompts, those that meet all the filters.',
      args: {
        q: t.arg.string({ description: 'Part of the text, in any case.' }),
        provider: t.arg.string({ description: 'Token or alias of a provider they are asked of.' }),
        tag: t.arg.string({ description: 'Name of one of their tags, in any case.' }),
        active: t.arg.boolean({ description: 'Whether runs ask them.' }),
        orderBy: t.arg({
          type: PromptOrder,
          description: 'Their order; that of their creation when not given.',
        }),
      },
      resolve: ({ id: projectId }, { q, provider, tag, active, orderBy, ...args }, context) =>
        promptsOf(
          context,
          { projectId, filter: given({ q, provider, tag, active }) },
          args,
          orderBy ?? 'oldest',
        ),
    },
    PromptConnection,
  ),
)

builder.objectField(Tag, 'prompts', (t) =>
  t.connection(
    {
      type: Prompt,
      description: 'The living prompts that have it.',
      args: {
        orderBy: t.arg({
          type: PromptOrder,
          description: 'Their order; that of their creation when not given.',
        }),
      },
      resolve: ({ projectId, name }, { orderBy, ...args }, context) =>
        promptsOf(context, { projectId, filter: { tag: name } }, args, orderBy ?? 'oldest'),
    },
    PromptConnection,
  ),
)

async function promptsOf(
  { ctx }: GraphqlContext,
  list: PromptList,
  args: PageArguments,
  order: 'oldest' | 'newest',
) {
  const listId = promptListId(list.projectId)
  const page = parsePage(args, { listId })
  return connectionOf({
    items: await pagePrompts({ ctx, input: { ...list, page, newestFirst: order === 'newest' } }),
    page,
    listId,
    keyOf: ({ id }) => id,
    countAll: () => countPrompts({ ctx, input: list }),
  })
}
