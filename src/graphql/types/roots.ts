import { badFields } from '../../core/parse.ts'
import { builder } from '../builder.ts'
import { IMMUTABLE } from '../field-extensions.ts'
import { loadNode, loadNodes } from '../node-registry.ts'

builder.queryType({ description: 'Everything that can be read.' })
builder.mutationType({
  description: 'Everything that can be changed. Each mutation takes one `input` and returns a payload.',
})
builder.subscriptionType({
  description:
    'Changes as they happen. Each subscription first gives the current state, then every change, and completes after the final state.',
})

const LARGEST_LIST = 100

builder.queryFields((t) => ({
  node: t.field({
    ...IMMUTABLE,
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'A node by its global id; null, without an error, if the caller may see none with this id.',
    args: { id: t.arg.id({ required: true, description: 'Its global id.' }) },
    resolve: (_, { id }, context, info) => loadNode(context, id, info),
  }),
  nodes: t.field({
    ...IMMUTABLE,
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description:
      'Nodes by their global ids, in the same order; null, without an error, where the caller may see none.',
    args: { ids: t.arg.idList({ required: true, description: `Global ids, at most ${LARGEST_LIST}.` }) },
    resolve: (_, { ids }, context, info) => {
      if (ids.length > LARGEST_LIST) throw badFields({ ids: `must hold at most ${LARGEST_LIST} ids` })
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
