import { badFields } from '../../core/foundation/parse.ts'
import { builder } from '../foundation/builder.ts'
import { IMMUTABLE } from '../foundation/field-extensions.ts'
import { loadNode, loadNodes } from '../foundation/node-registry.ts'

builder.queryType({ description: 'All read operations.' })
builder.mutationType({
  description: 'All write operations. Each mutation takes one `input` and returns a payload.',
})
builder.subscriptionType({
  description:
    'Live updates. Each subscription first sends the current state, then every change, and completes after the final state.',
})

const MAX_IDS = 100

builder.queryFields((t) => ({
  node: t.field({
    ...IMMUTABLE,
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description:
      'A node by its global id; null, without an error, if it does not exist or is not visible to the caller.',
    args: { id: t.arg.id({ required: true, description: 'Global id of the node.' }) },
    resolve: (_, { id }, context, info) => loadNode(context, id, info),
  }),
  nodes: t.field({
    ...IMMUTABLE,
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description:
      'Nodes by their global ids, in the same order; null, without an error, for nodes that do not exist or are not visible to the caller.',
    args: { ids: t.arg.idList({ required: true, description: `Global ids, at most ${MAX_IDS}.` }) },
    resolve: (_, { ids }, context, info) => {
      if (ids.length > MAX_IDS) throw badFields({ ids: `must contain at most ${MAX_IDS} ids` })
      return loadNodes(context, ids, info)
    },
  }),
}))

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    ...IMMUTABLE,
    description: 'Number of items in the whole list. Counted only when selected.',
    resolve: (connection) => connection.countAll(),
  }),
)
