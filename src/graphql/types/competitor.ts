import { competitorDefinition } from '../../core/competitors/definition.ts'
import type { CompetitorRecord } from '../../core/competitors/read.ts'
import { readCompetitors } from '../../core/competitors/read.ts'
import type { Page } from '../../core/page.ts'
import { builder } from '../builder.ts'
import { fieldsOf } from '../define.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, cursorOf, isOrdinal, parsePage } from '../page.ts'
import { loadProject, Project } from './project.ts'

const of = fieldsOf(competitorDefinition)
/** A brand that is tracked beside the analysis brand. */
export const Competitor = builder.objectRef<CompetitorRecord>('Competitor')

builder.node(Competitor, {
  description: 'A brand that is tracked beside the analysis brand.',
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
      description: 'The project it is tracked in.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
  }),
})

registerNode(Competitor, ({ ctx }, ids) => readCompetitors({ ctx, input: { ids } }))

/** A competitor at its place in the list. */
export const CompetitorEdge = builder.edgeObject({
  type: Competitor,
  name: 'CompetitorEdge',
  description: 'A competitor at its place in the list.',
})

const CompetitorConnection = builder.connectionObject(
  { type: Competitor, name: 'CompetitorConnection', description: 'A page of competitors.' },
  CompetitorEdge,
)

const listIdOf = (projectId: string) => `competitors:${projectId}`

/** The edges of all competitors of a project, given in their order. */
export function competitorEdges(projectId: string, competitors: readonly CompetitorRecord[]) {
  return competitors.map((node, place) => ({ cursor: cursorOf(listIdOf(projectId), String(place)), node }))
}

builder.objectField(Project, 'competitors', (t) =>
  t.connection(
    {
      type: Competitor,
      nullable: true,
      description: 'The brands that are tracked beside the analysis brand, at most 50, in the given order.',
      resolve: ({ id, competitors }, args) => {
        const listId = listIdOf(id)
        const page = parsePage(args, { listId, isKey: isOrdinal })
        // A position can serve as the key because the list is only ever replaced as a whole.
        const placed = competitors.map((competitor, place) => ({ ...competitor, place }))
        return connectionOf({
          items: cut(placed, page),
          page,
          listId,
          keyOf: ({ place }) => String(place),
          countAll: async () => competitors.length,
        })
      },
    },
    CompetitorConnection,
  ),
)

/** A page of a complete list, and one item more if there are more; cursors are positions. */
function cut<Item>(items: readonly Item[], { size, backward, after, before }: Page): Item[] {
  const between = items.slice(
    after === null ? 0 : Number(after) + 1,
    before === null ? items.length : Number(before),
  )
  return backward ? between.slice(-(size + 1)) : between.slice(0, size + 1)
}
