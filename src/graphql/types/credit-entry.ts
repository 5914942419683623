import { readAsyncAnalyses } from '../../core/async-analyses/read.ts'
import { batchOfCause } from '../../core/batches/credits.ts'
import { CREDIT_KINDS, type CreditEntryRecord, creditEntryDefinition } from '../../core/credits/definition.ts'
import { countCreditEntries, listCreditEntries, readCreditEntries } from '../../core/credits/read.ts'
import { builder } from '../builder.ts'
import { ofOrganization } from '../context.ts'
import { enumType, fieldsOf } from '../define.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, parsePage } from '../page.ts'
import { AsyncAnalysis } from './async-analysis.ts'
import { Organization } from './organization.ts'

const CreditKind = enumType('CreditKind', {
  description: 'What an entry of the ledger does.',
  values: CREDIT_KINDS,
})

const of = fieldsOf(creditEntryDefinition)
const CreditEntry = builder.objectRef<CreditEntryRecord>('CreditEntry')

builder.node(CreditEntry, {
  description:
    'An entry of the append-only credit ledger. The balance is the sum of the amounts of all entries.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    kind: t.expose('kind', { type: CreditKind, ...of('kind') }),
    credits: t.exposeInt('credits', of('credits')),
    amount: t.exposeInt('amount', of('amount')),
    balanceAfter: t.exposeInt('balanceAfter', of('balanceAfter')),
    cause: t.exposeString('cause', of('cause')),
    asyncAnalysis: t.field({
      type: AsyncAnalysis,
      nullable: true,
      description:
        'The async analysis that it is about; null for other entries, and for one that is deleted or that the caller may not see.',
      resolve: ({ cause }, _, { load }) => {
        const id = batchOfCause(cause)
        return id === null ? null : load(readAsyncAnalyses, id)
      },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
  }),
})

registerNode(CreditEntry, ({ ctx }, ids) => readCreditEntries({ ctx, input: { ids } }))

const CreditEntryConnection = builder.connectionObject(
  { type: CreditEntry, name: 'CreditEntryConnection', description: 'A page of the ledger.' },
  { name: 'CreditEntryEdge', description: 'An entry at its place in the ledger.' },
)

const pageOfEntries = ofOrganization(listCreditEntries)
const countOfEntries = ofOrganization(countCreditEntries)

builder.objectField(Organization, 'creditEntries', (t) =>
  t.connection(
    {
      type: CreditEntry,
      nullable: true,
      description: 'The ledger of its credits, newest first. FORBIDDEN for a project key.',
      resolve: async ({ id }, args, { load }) => {
        const listId = `credit-entries:${id}`
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await load(pageOfEntries, id, { page }),
          page,
          listId,
          keyOf: ({ id }) => id,
          countAll: () => load(countOfEntries, id),
        })
      },
    },
    CreditEntryConnection,
  ),
)
