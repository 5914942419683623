import {
  countMemberships,
  listMemberships,
  type MembershipRecord,
  membershipDefinition,
  readMemberships,
} from '../../core/members/memberships.ts'
import { builder } from '../builder.ts'
import { fieldsOf } from '../define.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, parsePage } from '../page.ts'
import { MemberRole } from './member.ts'
import { Viewer } from './viewer.ts'

const of = fieldsOf(membershipDefinition)
const Membership = builder.objectRef<MembershipRecord>('Membership')

builder.node(Membership, {
  description:
    'An organization that the signed-in member belongs to. A request chooses one by the header X-Organization, a WebSocket by the same name in the payload of connection_init.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    organizationId: t.exposeString('organizationId', of('organizationId')),
    organizationName: t.exposeString('organizationName', of('organizationName')),
    role: t.expose('role', { type: MemberRole, ...of('role') }),
    current: t.exposeBoolean('current', of('current')),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
  }),
})

registerNode(Membership, ({ ctx }, ids) => readMemberships({ ctx, input: { ids } }))

const MembershipConnection = builder.connectionObject(
  { type: Membership, name: 'MembershipConnection', description: 'A page of organizations of a member.' },
  { name: 'MembershipEdge', description: 'An organization of a member at its place in the list.' },
)

builder.objectField(Viewer, 'organizations', (t) =>
  t.connection(
    {
      type: Membership,
      nullable: true,
      description:
        'The organizations that the signed-in member belongs to, in the order of joining: a request that chooses none acts in the first. FORBIDDEN for a key.',
      resolve: async (_, args, { ctx }) => {
        const listId = 'organizations'
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await listMemberships({ ctx, input: { page } }),
          page,
          listId,
          keyOf: ({ id }) => id,
          countAll: () => countMemberships({ ctx }),
        })
      },
    },
    MembershipConnection,
  ),
)
