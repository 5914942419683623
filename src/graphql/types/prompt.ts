import type { Page } from '../../core/foundation/page.ts'
import { areBranded } from '../../core/prompts/branded.ts'
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
import { builder } from '../foundation/builder.ts'
import type { GraphqlContext } from '../foundation/context.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { namingFilter, omitNullish } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { cursorOf, type PageArguments, readConnection, readConnectionById } from '../foundation/page.ts'
import { loadProject, Project } from './project.ts'
import { Provider } from './provider.ts'
import { Tag } from './tag.ts'

const of = fieldsOf(promptDefinition)
export const Prompt = builder.objectRef<PromptRecord>('Prompt')

builder.node(Prompt, {
  description: 'A question that the runs of a project ask AI search surfaces.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    text: t.exposeString('text', of('text')),
    providers: t.field({
      ...of('providers'),
      type: [Provider],
      description: 'Providers that are asked.',
      resolve: ({ providers }) => providers.map((token) => ({ token })),
    }),
    locations: t.expose('locations', { type: ['Location'], ...of('locations') }),
    tags: t.field({
      ...of('tags'),
      type: [Tag],
      resolve: async ({ tagIds }, _, context) => {
        const tags = await Promise.all(tagIds.map((id) => context.load(readTags, id)))
        return tags.filter((tag) => tag !== null)
      },
    }),
    active: t.exposeBoolean('active', of('active')),
    branded: t.boolean({
      description:
        'Whether the text names the current brand of the project or an alias. Answers to such prompts favor the brand.',
      resolve: ({ id }, _, { load }) => load(areBranded, id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', ...of('updatedAt') }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the deletion; null if the prompt is not deleted. Results of a deleted prompt still refer to it.',
    }),
    project: t.field({
      type: Project,
      description: 'Project of the prompt.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
  }),
})

registerNode(Prompt, ({ ctx }, ids) => readPrompts({ ctx, input: { ids } }))

export const PromptEdge = builder.edgeObject({
  type: Prompt,
  name: 'PromptEdge',
  description: 'A prompt and its position in the list.',
})

const PromptConnection = builder.connectionObject(
  { type: Prompt, name: 'PromptConnection', description: 'A page of prompts.' },
  PromptEdge,
)

/**
 * Returns the id of the list of a project's prompts by creation. Filtered lists share it, because filters do not
 * change the order.
 */
const promptListId = (projectId: string) => `prompts:${projectId}`

/** Returns the edge of a prompt in the prompts of its project. */
export function promptEdge(prompt: PromptRecord) {
  return { cursor: cursorOf(promptListId(prompt.projectId), prompt.id), node: prompt }
}

const PromptOrderType = enumType('PromptOrder', {
  description:
    'Order of a list of prompts. Metrics are from the newest run with results; prompts without metrics come last.',
  values: PROMPT_ORDERS,
})

const PromptFilter = builder.inputType('PromptFilter', {
  description: 'Selects prompts. A prompt must match all given fields.',
  fields: (t) => ({
    q: t.string({ description: 'Part of the text, case-insensitive.' }),
    provider: t.string({ description: 'Id or alias of one of the providers of the prompts.' }),
    tag: t.string({ description: 'Name of one of the tags of the prompts, case-insensitive.' }),
    tags: t.stringList({
      description:
        'Names of tags, case-insensitive; prompts must have at least one of them. An empty list does not filter.',
    }),
    active: t.boolean({ description: 'Whether runs ask the prompts.' }),
  }),
})

builder.objectField(Project, 'prompts', (t) =>
  t.connection(
    {
      type: Prompt,
      nullable: true,
      description: 'Prompts of the project, without deleted ones.',
      args: {
        filter: t.arg({ type: PromptFilter, description: 'The prompts to list; defaults to all.' }),
        orderBy: t.arg({
          type: PromptOrderType,
          description: 'Order of the prompts; defaults to oldest first.',
        }),
      },
      resolve: ({ id }, { filter, ...args }, context) =>
        pagePromptList(context, id, {
          ...args,
          listId: promptListId(id),
          list: { of: 'project', filter: omitNullish(filter ?? {}) },
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
      description: 'Prompts with the tag, without deleted ones.',
      args: {
        orderBy: t.arg({
          type: PromptOrderType,
          description: 'Order of the prompts; defaults to oldest first.',
        }),
      },
      resolve: ({ id, projectId }, args, context) =>
        pagePromptList(context, id, {
          ...args,
          listId: promptListId(projectId),
          list: { of: 'tag', filter: {} },
        }),
    },
    PromptConnection,
  ),
)

function pagePromptList(
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
  const naming = <T>(operation: () => Promise<T>) => namingFilter(list.filter, operation)
  const countAll = () => naming(() => load(countPrompts, id, list))
  if (!isKeyed(order)) {
    const newestFirst = order === 'created_at_desc'
    const items = (page: Page) => naming(() => load(pagePrompts, id, { ...list, page, newestFirst }))
    return readConnectionById(args, listId, { items, countAll })
  }
  return readConnection(args, {
    listId: `${listId}:${order}`,
    isKey: (text) => promptPosition(order, text) !== null,
    keyOf: promptKey,
    items: (page) => naming(() => load(sortPrompts, id, { ...list, page, order })),
    countAll,
  })
}
