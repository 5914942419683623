import { MEMBER_ROLES } from '../../core/foundation/actor.ts'
import { type MemberRecord, memberDefinition } from '../../core/members/definition.ts'
import { countMembers, listMembers, readMembers } from '../../core/members/read.ts'
import { builder } from '../foundation/builder.ts'
import { ofOrganization } from '../foundation/context.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { readConnectionById } from '../foundation/page.ts'
import { Organization } from './organization.ts'

export const MemberRole = enumType('MemberRole', {
  description: 'Role of a member, which determines the permissions.',
  values: MEMBER_ROLES,
})

const of = fieldsOf(memberDefinition)
export const Member = builder.objectRef<MemberRecord>('Member')

builder.node(Member, {
  description: 'A person in an organization.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    role: t.expose('role', { type: MemberRole, ...of('role') }),
    email: t.exposeString('email', of('email')),
    name: t.exposeString('name', of('name')),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    twoFactorEnabled: t.exposeBoolean('twoFactorEnabled', of('twoFactorEnabled')),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', ...of('lastUsedAt') }),
  }),
})

registerNode(Member, ({ ctx }, ids) => readMembers({ ctx, input: { ids } }))

const MemberConnection = builder.connectionObject(
  { type: Member, name: 'MemberConnection', description: 'A page of members.' },
  { name: 'MemberEdge', description: 'A member and its position in the list.' },
)

const pageOfMembers = ofOrganization(listMembers)
const countOfMembers = ofOrganization(countMembers)

builder.objectField(Organization, 'members', (t) =>
  t.connection(
    {
      type: Member,
      nullable: true,
      description:
        'Members of the organization, oldest first. Only for signed-in members; FORBIDDEN for API keys.',
      resolve: ({ id }, args, { load }) =>
        readConnectionById(args, `members:${id}`, {
          items: (page) => load(pageOfMembers, id, { page }),
          countAll: () => load(countOfMembers, id),
        }),
    },
    MemberConnection,
  ),
)
