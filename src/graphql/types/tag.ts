import { countTags, listTags } from '../../core/tags/list.ts'
import { readTags } from '../../core/tags/read.ts'
import type { TagRecord } from '../../core/tags/record.ts'
import { builder } from '../builder.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, parsePage } from '../page.ts'
import { Project, projectBehind } from './project.ts'

/** A word that groups prompts of a project. */
export const Tag = builder.objectRef<TagRecord>('Tag')

builder.node(Tag, {
  description: 'A word that groups prompts of a project; in whatever case it is written, it is one tag.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in the database.' }),
    name: t.exposeString('name', { description: 'As it was first spelled.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first used.' }),
    project: t.field({
      type: Project,
      description: 'The project it belongs to.',
      resolve: ({ projectId }, _, context) => projectBehind(context, projectId),
    }),
  }),
})

registerNode(Tag, ({ ctx }, ids) => readTags({ ctx, input: { ids } }))

const TagConnection = builder.connectionObject(
  { type: Tag, name: 'TagConnection', description: 'A page of tags.' },
  { name: 'TagEdge', description: 'A tag at its place in the list.' },
)

builder.objectField(Project, 'tags', (t) =>
  t.connection(
    {
      type: Tag,
      description: 'All tags ever used in the project, in the order of their creation.',
      resolve: async ({ id: projectId }, args, { ctx }) => {
        const listId = `tags:${projectId}`
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await listTags({ ctx, input: { projectId, page } }),
          page,
          listId,
          keyOf: ({ id }) => id,
          countAll: () => countTags({ ctx, input: { projectId } }),
        })
      },
    },
    TagConnection,
  ),
)
