import type { TagRecord } from '../../core/tags/read.ts'
import { countTags, listTags, readTags } from '../../core/tags/read.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, cursorOf, parsePage } from '../page.ts'
import { loadProject, Project } from './project.ts'

/** A word that groups prompts of a project. */
export const Tag = builder.objectRef<TagRecord>('Tag')

builder.node(Tag, {
  description: 'A tag that groups prompts of a project. Its name is not case-sensitive.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in the database.' }),
    name: t.exposeString('name', { description: 'Its name, as first written.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first used.' }),
    project: t.field({
      type: Project,
      description: 'The project it belongs to.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
  }),
})

registerNode(Tag, ({ ctx }, ids) => readTags({ ctx, input: { ids } }))

/** A tag at its place in the list. */
export const TagEdge = builder.edgeObject({
  type: Tag,
  name: 'TagEdge',
  description: 'A tag at its place in the list.',
})

const TagConnection = builder.connectionObject(
  { type: Tag, name: 'TagConnection', description: 'A page of tags.' },
  TagEdge,
)

const listIdOf = (projectId: string) => `tags:${projectId}`

/** The edges of tags of a project, by their ids. */
export async function tagEdges(projectId: string, ids: readonly string[], { load }: GraphqlContext) {
  const tags = await Promise.all(ids.map((id) => load(readTags, id)))
  return tags
    .filter((tag) => tag !== null)
    .map((node) => ({ cursor: cursorOf(listIdOf(projectId), node.id), node }))
}

builder.objectField(Project, 'tags', (t) =>
  t.connection(
    {
      type: Tag,
      nullable: true,
      description: 'All tags ever used in the project, in the order of their creation.',
      resolve: async ({ id: projectId }, args, { load }) => {
        const listId = listIdOf(projectId)
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await load(listTags, projectId, { page }),
          page,
          listId,
          keyOf: ({ id }) => id,
          countAll: () => load(countTags, projectId),
        })
      },
    },
    TagConnection,
  ),
)
