import { readPrompts } from '../../core/prompts/read.ts'
import type { PromptRecord } from '../../core/prompts/record.ts'
import { readTags } from '../../core/tags/read.ts'
import { builder } from '../builder.ts'
import { registerNode } from '../node-registry.ts'
import { Project, projectBehind } from './project.ts'
import { Tag } from './tag.ts'

/** A question that runs of a project ask. */
export const Prompt = builder.objectRef<PromptRecord>('Prompt')

builder.node(Prompt, {
  description: 'A question that the runs of a project ask of AI search surfaces.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', {
      description: 'Its id in REST: promptId, also called projectPromptId.',
    }),
    text: t.exposeString('text', { description: 'The question itself.' }),
    providers: t.exposeStringList('providers', { description: 'Tokens of those it is asked of.' }),
    locations: t.expose('locations', {
      type: ['CountryCode'],
      description: 'The countries it is asked from.',
    }),
    tags: t.field({
      type: [Tag],
      description: 'Its tags, in the order of their names.',
      resolve: async ({ tagIds }, _, context) => {
        const tags = await Promise.all(tagIds.map((id) => context.load(readTags, id)))
        return tags.filter((tag) => tag !== null)
      },
    }),
    active: t.exposeBoolean('active', { description: 'Whether runs ask it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted; null while it lives. Results of a deleted prompt still refer to it.',
    }),
    project: t.field({
      type: Project,
      description: 'The project it belongs to.',
      resolve: ({ projectId }, _, context) => projectBehind(context, projectId),
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
export const PromptConnection = builder.connectionObject(
  { type: Prompt, name: 'PromptConnection', description: 'A page of prompts.' },
  PromptEdge,
)

/** What cursors of the prompts of a project begin with, whatever the filters: a prompt has one place among them all. */
export function promptListId(projectId: string): string {
  return `prompts:${projectId}`
}
