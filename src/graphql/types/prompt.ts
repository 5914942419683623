import { promptDefinition } from '../../core/prompts/definition.ts'
import { countPrompts, pagePrompts } from '../../core/prompts/find.ts'
import {
  isKeyed,
  PROMPT_ORDERS,
  type PromptOrder,
  promptKey,
  promptPosition,
} from '../../core/prompts/order.ts'
import { readPrompts } from '../../core/prompts/read.ts'
import type { PromptRecord } from '../../core/prompts/row.ts'
import type { RequestedPromptLists } from '../../core/prompts/select.ts'
import { sortPrompts } from '../../core/prompts/sort.ts'
import { readTags } from '../../core/tags/read.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { enumType, fieldsOf } from '../define.ts'
import { given } from '../input.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, cursorOf, type PageArguments, parsePage } from '../page.ts'
import { loadProject, Project } from './project.ts'
import { Provider } from './provider.ts'
import { Tag } from './tag.ts'

const of = fieldsOf(promptDefinition)
/** A question that runs of a project ask. */
export const Prompt = builder.objectRef<PromptRecord>('Prompt')

builder.node(Prompt, {
  description: 'A question that the runs of a project ask of AI search surfaces.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    text: t.exposeString('text', of('text')),
    providers: t.field({
      ...of('providers'),
      type: [Provider],
      description: 'The providers it is asked of.',
      resolve: ({ providers }) => providers.map((token) => ({ token })),
    }),
    locations: t.expose('locations', { type: ['CountryCode'], ...of('locations') }),
    tags: t.field({
      ...of('tags'),
      type: [Tag],
      resolve: async ({ tagIds }, _, context) => {
        const tags = await Promise.all(tagIds.map((id) => context.load(readTags, id)))
        return tags.filter((tag) => tag !== null)
      },
    }),
    active: t.exposeBoolean('active', of('active')),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', ...of('updatedAt') }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted, else null. Results of a deleted prompt still refer to it.',
    }),
    project: t.field({
      type: Project,
      description: 'The project it belongs to.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
  }),
})

registerNode(Prompt, ({ ctx }, ids) => readPrompts({ ctx, input: { ids } }))

/** A prompt at its place in a list. */
export const PromptEdge = builder.edgeObject({
  type: Prompt,
  name: 'PromptEdge',
  description: 'A prompt at its place in the list.',
})

/** A list of prompts that can grow. */
const PromptConnection = builder.connectionObject(
  { type: Prompt, name: 'PromptConnection', description: 'A page of prompts.' },
  PromptEdge,
)

/** The id of a project's list of prompts by creation. The same with any filter: filters leave prompts out and do not reorder them. */
const promptListId = (projectId: string) => `prompts:${projectId}`

/** The edge of a prompt in the prompts of its project. */
export function promptEdge(prompt: PromptRecord) {
  return { cursor: cursorOf(promptListId(prompt.projectId), prompt.id), node: prompt }
}

const PromptOrderType = enumType('PromptOrder', {
  description:
    'The order of a list of prompts. Figures are those of the newest run with results; prompts without them come last.',
  values: PROMPT_ORDERS,
})

builder.objectField(Project, 'prompts', (t) =>
  t.connection(
    {
      type: Prompt,
      nullable: true,
      description: 'Its prompts that are not deleted, those that meet all the filters.',
      args: {
        q: t.arg.string({ description: 'Part of the text, in any case.' }),
        provider: t.arg.string({ description: 'Token or alias of a provider they are asked of.' }),
        tag: t.arg.string({ description: 'Name of one of their tags, in any case.' }),
        tags: t.arg.stringList({
          description:
            'Names of tags, in any case, of which they have at least one. An empty list filters nothing.',
        }),
        active: t.arg.boolean({ description: 'Whether runs ask them.' }),
        orderBy: t.arg({
          type: PromptOrderType,
          description: 'Their order; by default that of their creation.',
        }),
      },
      resolve: ({ id }, { q, provider, tag, tags, active, ...args }, context) =>
        promptsOf(context, id, {
          ...args,
          listId: promptListId(id),
          list: { of: 'project', filter: given({ q, provider, tag, tags, active }) },
        }),
    },
    PromptConnection,
  ),
)

builder.objectField(Tag, 'prompts', (t) =>
  t.connection(
    {
      type: Prompt,
      nullable: true,
      description: 'The prompts that have the tag and are not deleted.',
      args: {
        orderBy: t.arg({
          type: PromptOrderType,
          description: 'Their order; by default that of their creation.',
        }),
      },
      resolve: ({ id, projectId }, args, context) =>
        promptsOf(context, id, {
          ...args,
          listId: promptListId(projectId),
          list: { of: 'tag', filter: {} },
        }),
    },
    PromptConnection,
  ),
)

async function promptsOf(
  { load }: GraphqlContext,
  id: string,
  {
    listId,
    list,
    orderBy,
    ...args
  }: PageArguments & {
    listId: string
    list: Omit<RequestedPromptLists, 'ids'>
    orderBy?: PromptOrder | null | undefined
  },
) {
  const order = orderBy ?? 'created_at_asc'
  const countAll = () => load(countPrompts, id, list)
  if (!isKeyed(order)) {
    const page = parsePage(args, { listId })
    const items = await load(pagePrompts, id, { ...list, page, newestFirst: order === 'created_at_desc' })
    return connectionOf({ items, page, listId, keyOf: (prompt) => prompt.id, countAll })
  }
  const sortedListId = `${listId}:${order}`
  const page = parsePage(args, {
    listId: sortedListId,
    isKey: (text) => promptPosition(order, text) !== null,
  })
  const items = await load(sortPrompts, id, { ...list, page, order })
  return connectionOf({ items, page, listId: sortedListId, keyOf: promptKey, countAll })
}
