import { readCompetitors } from '../../core/competitors/read.ts'
import type { CompetitorRecord } from '../../core/competitors/record.ts'
import type { Page } from '../../core/page.ts'
import { builder } from '../builder.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, isOrdinal, parsePage } from '../page.ts'
import { Project, projectBehind } from './project.ts'

/** A brand that is tracked beside the analysis brand. */
export const Competitor = builder.objectRef<CompetitorRecord>('Competitor')

builder.node(Competitor, {
  description: 'A brand that is tracked beside the analysis brand.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in REST.' }),
    name: t.exposeString('name', { description: 'The name it is looked for by.' }),
    url: t.exposeString('url', { nullable: true, description: 'Its website.' }),
    aliases: t.exposeStringList('aliases', { description: 'Other names it is found by.' }),
    domains: t.exposeStringList('domains', {
      description: 'Domains whose pages are its own, beside that of its website.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    project: t.field({
      type: Project,
      description: 'The project it is tracked in.',
      resolve: ({ projectId }, _, context) => projectBehind(context, projectId),
    }),
  }),
})

registerNode(Competitor, ({ ctx }, ids) => readCompetitors({ ctx, input: { ids } }))

const CompetitorConnection = builder.connectionObject(
  { type: Competitor, name: 'CompetitorConnection', description: 'A page of competitors.' },
  { name: 'CompetitorEdge', description: 'A competitor at its place in the list.' },
)

builder.objectField(Project, 'competitors', (t) =>
  t.connection(
    {
      type: Competitor,
      description: 'The brands tracked beside it, in the order they were given in; at most 50.',
      resolve: ({ id, competitors }, args) => {
        const listId = `competitors:${id}`
        const page = parsePage(args, { listId, isKey: isOrdinal })
        // Its place: the list is only ever replaced whole.
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

/** A page of a list that is at hand, and one item more where there is more. */
function cut<Item>(items: readonly Item[], { size, backward, after, before }: Page): Item[] {
  const between = items.slice(
    after === null ? 0 : Number(after) + 1,
    before === null ? items.length : Number(before),
  )
  return backward ? between.slice(-(size + 1)) : between.slice(0, size + 1)
}
