import { builder } from '../builder.ts'

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'Items in the whole list. Counted only when asked for.',
    resolve: (connection) => connection.countAll(),
  }),
)
