import { countCreditEntries, listCreditEntries } from '../../core/credits/list.ts'
import { readCreditEntries } from '../../core/credits/read.ts'
import type { CreditEntryRecord } from '../../core/credits/record.ts'
import { builder } from '../builder.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, parsePage } from '../page.ts'
import { Organization } from './organization.ts'

const CreditKind = builder.enumType('CreditKind', {
  description: 'What an entry of the ledger does.',
  values: {
    GRANT: { value: 'grant', description: 'Gives credits.' },
    RESERVE: { value: 'reserve', description: 'Sets credits aside for work that begins.' },
    CHARGE: {
      value: 'charge',
      description: 'Spends credits: those set aside, which moves nothing any more, or from the balance.',
    },
    REFUND: { value: 'refund', description: 'Gives back what was set aside for work that failed.' },
  } as const satisfies Record<string, { value: CreditEntryRecord['kind']; description: string }>,
})

const CreditEntry = builder.objectRef<CreditEntryRecord>('CreditEntry')

builder.node(CreditEntry, {
  description: 'A line of the ledger, which is only ever added to; the balance is the sum of its amounts.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in the database.' }),
    kind: t.expose('kind', { type: CreditKind, description: 'What it does.' }),
    credits: t.exposeInt('credits', {
      description: 'How many credits it is about, also where the balance does not move.',
    }),
    amount: t.exposeInt('amount', { description: 'What it adds to the balance; negative when it takes.' }),
    balanceAfter: t.exposeInt('balanceAfter', { description: 'The balance after it.' }),
    cause: t.exposeString('cause', {
      description: 'What it was for, such as `batch:` and the id of an analysis.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
  }),
})

registerNode(CreditEntry, ({ ctx }, ids) => readCreditEntries({ ctx, input: { ids } }))

const CreditEntryConnection = builder.connectionObject(
  { type: CreditEntry, name: 'CreditEntryConnection', description: 'A page of the ledger.' },
  { name: 'CreditEntryEdge', description: 'A line at its place in the ledger.' },
)

builder.objectField(Organization, 'creditEntries', (t) =>
  t.connection(
    {
      type: CreditEntry,
      // So that being refused takes nothing else away.
      nullable: true,
      description: 'The ledger of its credits, newest first. FORBIDDEN for a project key.',
      resolve: async ({ id }, args, { ctx }) => {
        const listId = `credit-entries:${id}`
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await listCreditEntries({ ctx, input: { page } }),
          page,
          listId,
          keyOf: ({ id }) => id,
          countAll: () => countCreditEntries({ ctx }),
        })
      },
    },
    CreditEntryConnection,
  ),
)
