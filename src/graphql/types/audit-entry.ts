import { AUDIT_ACTORS, type AuditEntryRecord, auditEntryDefinition } from '../../core/audit/definition.ts'
import { countAuditEntries, listAuditEntries, readAuditEntries } from '../../core/audit/read.ts'
import { AUDIT_ACTIONS } from '../../core/foundation/audit-log.ts'
import { builder } from '../foundation/builder.ts'
import { ofOrganization } from '../foundation/context.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { exposeFields } from '../foundation/derive.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { readConnectionById } from '../foundation/page.ts'
import { Organization } from './organization.ts'

enumType('AuditAction', { description: 'What happened.', values: AUDIT_ACTIONS })
enumType('AuditActor', { description: 'Who caused an entry of the audit log.', values: AUDIT_ACTORS })

const AuditEntry = builder.objectRef<AuditEntryRecord>('AuditEntry')

builder.node(AuditEntry, {
  description: 'An entry of the audit log: who did what, when and from where. Entries never change.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', fieldsOf(auditEntryDefinition)('id')),
    ...exposeFields(t, auditEntryDefinition, { omit: ['id'] }),
  }),
})

registerNode(AuditEntry, ({ ctx }, ids) => readAuditEntries({ ctx, input: { ids } }))

const AuditEntryConnection = builder.connectionObject(
  { type: AuditEntry, name: 'AuditEntryConnection', description: 'A page of the audit log.' },
  { name: 'AuditEntryEdge', description: 'An entry and its position in the log.' },
)

const pageOfEntries = ofOrganization(listAuditEntries)
const countOfEntries = ofOrganization(countAuditEntries)

builder.objectField(Organization, 'auditLog', (t) =>
  t.connection(
    {
      type: AuditEntry,
      nullable: true,
      description:
        'Security events and changes of settings, newest first, of the last 400 days. Only for signed-in admins of the organization.',
      resolve: ({ id }, args, { load }) =>
        readConnectionById(args, `audit-log:${id}`, {
          items: (page) => load(pageOfEntries, id, { page }),
          countAll: () => load(countOfEntries, id),
        }),
    },
    AuditEntryConnection,
  ),
)
