import { badFields } from '../../core/parse.ts'
import { builder } from '../builder.ts'
import { loadNode, loadNodes } from '../node-registry.ts'

const LARGEST_LIST = 100

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'Anything by its global id; null where there is none for the caller.',
    args: { id: t.arg.id({ required: true, description: 'Its global id.' }) },
    resolve: (_, { id }, context, info) => loadNode(context, id, info),
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description: 'Several by their global ids, in their order; null where there is none for the caller.',
    args: { ids: t.arg.idList({ required: true, description: `Global ids, at most ${LARGEST_LIST}.` }) },
    resolve: (_, { ids }, context, info) => {
      if (ids.length > LARGEST_LIST) throw badFields({ ids: `must hold at most ${LARGEST_LIST} ids` })
      return loadNodes(context, ids, info)
    },
  }),
}))
