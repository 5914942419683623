import {
  countMemberships,
  listMemberships,
  type MembershipRecord,
  membershipDefinition,
  readMemberships,
} from '../../core/members/memberships.ts'
import { builder } from '../foundation/builder.ts'
import { fieldsOf } from '../foundation/define.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { readConnectionById } from '../foundation/page.ts'
import { MemberRole } from './member.ts'
import { Viewer } from './viewer.ts'

const of = fieldsOf(membershipDefinition)
const Membership = builder.objectRef<MembershipRecord>('Membership')

builder.node(Membership, {
  description:
    'An organization that the signed-in member belongs to. Requests select it with the header X-Organization, WebSockets with the same name in the payload of connection_init.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    organizationId: t.exposeID('organizationId', of('organizationId')),
    organizationName: t.exposeString('organizationName', of('organizationName')),
    role: t.expose('role', { type: MemberRole, ...of('role') }),
    current: t.exposeBoolean('current', of('current')),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
  }),
})

registerNode(Membership, ({ ctx }, ids) => readMemberships({ ctx, input: { ids } }))

const MembershipConnection = builder.connectionObject(
  { type: Membership, name: 'MembershipConnection', description: 'A page of organizations of a member.' },
  { name: 'MembershipEdge', description: 'An organization of a member and its position in the list.' },
)

builder.objectField(Viewer, 'organizations', (t) =>
  t.connection(
    {
      type: Membership,
      nullable: true,
      description:
        'Organizations that the signed-in member belongs to, in order of joining. Requests that do not select one use the first. FORBIDDEN for API keys.',
      resolve: (_, args, { ctx }) =>
        readConnectionById(args, 'organizations', {
          items: (page) => listMemberships({ ctx, input: { page } }),
          countAll: () => countMemberships({ ctx }),
        }),
    },
    MembershipConnection,
  ),
)
