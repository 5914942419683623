import { readAsyncAnalyses } from '../../core/async-analyses/read.ts'
import { batchOfCause } from '../../core/batches/credits.ts'
import { CREDIT_KINDS, type CreditEntryRecord, creditEntryDefinition } from '../../core/credits/definition.ts'
import { countCreditEntries, listCreditEntries, readCreditEntries } from '../../core/credits/read.ts'
import { builder } from '../foundation/builder.ts'
import { ofOrganization } from '../foundation/context.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { readConnectionById } from '../foundation/page.ts'
import { AsyncAnalysis } from './async-analysis.ts'
import { Organization } from './organization.ts'

const CreditKind = enumType('CreditKind', {
  description: 'Kind of a ledger entry.',
  values: CREDIT_KINDS,
})

const of = fieldsOf(creditEntryDefinition)
const CreditEntry = builder.objectRef<CreditEntryRecord>('CreditEntry')

builder.node(CreditEntry, {
  description: 'An entry of the append-only credit ledger. The balance is the sum of all amounts.',
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
        'The async analysis that caused the entry; null for other entries, and if it was deleted or is not visible to the caller.',
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
  { name: 'CreditEntryEdge', description: 'An entry and its position in the ledger.' },
)

const pageOfEntries = ofOrganization(listCreditEntries)
const countOfEntries = ofOrganization(countCreditEntries)

builder.objectField(Organization, 'creditEntries', (t) =>
  t.connection(
    {
      type: CreditEntry,
      nullable: true,
      description: 'Credit ledger of the organization, newest entries first. FORBIDDEN for project keys.',
      resolve: ({ id }, args, { load }) =>
        readConnectionById(args, `credit-entries:${id}`, {
          items: (page) => load(pageOfEntries, id, { page }),
          countAll: () => load(countOfEntries, id),
        }),
    },
    CreditEntryConnection,
  ),
)
