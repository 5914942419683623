import type { TagRecord } from '../../core/tags/read.ts'
import { countTags, listTags, readTags } from '../../core/tags/read.ts'
import { builder } from '../foundation/builder.ts'
import type { GraphqlContext } from '../foundation/context.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { cursorOf, readConnectionById } from '../foundation/page.ts'
import { loadProject, Project } from './project.ts'

export const Tag = builder.objectRef<TagRecord>('Tag')

builder.node(Tag, {
  description: 'A tag that groups prompts of a project. Names are case-insensitive.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Id in the database.' }),
    name: t.exposeString('name', { description: 'Name in its first spelling.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the first use.' }),
    project: t.field({
      type: Project,
      description: 'Project of the tag.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
  }),
})

registerNode(Tag, ({ ctx }, ids) => readTags({ ctx, input: { ids } }))

export const TagEdge = builder.edgeObject({
  type: Tag,
  name: 'TagEdge',
  description: 'A tag and its position in the list.',
})

const TagConnection = builder.connectionObject(
  { type: Tag, name: 'TagConnection', description: 'A page of tags.' },
  TagEdge,
)

const listIdOf = (projectId: string) => `tags:${projectId}`

/** Returns the edges of tags of a project, by their ids. */
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
      description: 'All tags ever used in the project, oldest first.',
      resolve: ({ id: projectId }, args, { load }) =>
        readConnectionById(args, listIdOf(projectId), {
          items: (page) => load(listTags, projectId, { page }),
          countAll: () => load(countTags, projectId),
        }),
    },
    TagConnection,
  ),
)
