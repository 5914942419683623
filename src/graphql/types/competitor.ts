import { competitorDefinition } from '../../core/competitors/definition.ts'
import type { CompetitorRecord } from '../../core/competitors/read.ts'
import { readCompetitors } from '../../core/competitors/read.ts'
import type { Page } from '../../core/foundation/page.ts'
import { builder } from '../foundation/builder.ts'
import { fieldsOf } from '../foundation/define.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { connectionOf, cursorOf, isOrdinal, parsePage } from '../foundation/page.ts'
import { loadProject, Project } from './project.ts'

const of = fieldsOf(competitorDefinition)
export const Competitor = builder.objectRef<CompetitorRecord>('Competitor')

builder.node(Competitor, {
  description: 'A brand tracked for comparison with the analysis brand.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    name: t.exposeString('name', of('name')),
    url: t.expose('url', { type: 'URL', ...of('url') }),
    aliases: t.exposeStringList('aliases', of('aliases')),
    domains: t.exposeStringList('domains', of('domains')),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    project: t.field({
      type: Project,
      description: 'Project that tracks the competitor.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
  }),
})

registerNode(Competitor, ({ ctx }, ids) => readCompetitors({ ctx, input: { ids } }))

export const CompetitorEdge = builder.edgeObject({
  type: Competitor,
  name: 'CompetitorEdge',
  description: 'A competitor and its position in the list.',
})

const CompetitorConnection = builder.connectionObject(
  { type: Competitor, name: 'CompetitorConnection', description: 'A page of competitors.' },
  CompetitorEdge,
)

const listIdOf = (projectId: string) => `competitors:${projectId}`

/** Returns the edges of all competitors of a project, in their order. */
export function competitorEdges(projectId: string, competitors: readonly CompetitorRecord[]) {
  return competitors.map((node, index) => ({ cursor: cursorOf(listIdOf(projectId), String(index)), node }))
}

builder.objectField(Project, 'competitors', (t) =>
  t.connection(
    {
      type: Competitor,
      nullable: true,
      description: 'The tracked competitors, at most 50, in their configured order.',
      resolve: ({ id, competitors }, args) => {
        const listId = listIdOf(id)
        const page = parsePage(args, { listId, isKey: isOrdinal })
        // The index can serve as the key, because the whole list fits on one page.
        const indexed = competitors.map((competitor, index) => ({ ...competitor, index }))
        return connectionOf({
          items: cut(indexed, page),
          page,
          listId,
          keyOf: ({ index }) => String(index),
          countAll: async () => competitors.length,
        })
      },
    },
    CompetitorConnection,
  ),
)

/** Returns a page of a complete list, plus one item if there are more. Cursors are positions. */
function cut<Item>(items: readonly Item[], { size, backward, after, before }: Page): Item[] {
  const between = items.slice(
    after === null ? 0 : Number(after) + 1,
    before === null ? items.length : Number(before),
  )
  return backward ? between.slice(-(size + 1)) : between.slice(0, size + 1)
}
