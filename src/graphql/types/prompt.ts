import { promptDefinition } from '../../core/prompts/definition.ts'
import { countPrompts, pagePrompts, type RequestedPromptLists } from '../../core/prompts/find.ts'
import { readPrompts } from '../../core/prompts/read.ts'
import type { PromptRecord } from '../../core/prompts/row.ts'
import { readTags } from '../../core/tags/read.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { fieldsOf } from '../define.ts'
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

/** The id of a project's list of prompts. The same with any filter: filters leave prompts out and do not reorder them. */
const promptListId = (projectId: string) => `prompts:${projectId}`

/** The edge of a prompt in the prompts of its project. */
export function promptEdge(prompt: PromptRecord) {
  return { cursor: cursorOf(promptListId(prompt.projectId), prompt.id), node: prompt }
}

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
      nullable: true,
      description: 'Its prompts that are not deleted, those that meet all the filters.',
      args: {
        q: t.arg.string({ description: 'Part of the text, in any case.' }),
        provider: t.arg.string({ description: 'Token or alias of a provider they are asked of.' }),
        tag: t.arg.string({ description: 'Name of one of their tags, in any case.' }),
        active: t.arg.boolean({ description: 'Whether runs ask them.' }),
        orderBy: t.arg({
          type: PromptOrder,
          description: 'Their order; by default that of their creation.',
        }),
      },
      resolve: ({ id }, { q, provider, tag, active, ...args }, context) =>
        promptsOf(context, id, {
          ...args,
          listId: promptListId(id),
          list: { of: 'project', filter: given({ q, provider, tag, active }) },
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
          type: PromptOrder,
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
    orderBy?: 'oldest' | 'newest' | null | undefined
  },
) {
  const page = parsePage(args, { listId })
  return connectionOf({
    items: await load(pagePrompts, id, { ...list, page, newestFirst: orderBy === 'newest' }),
    page,
    listId,
    keyOf: (prompt) => prompt.id,
    countAll: () => load(countPrompts, id, list),
  })
}
