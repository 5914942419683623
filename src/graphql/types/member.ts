import { MEMBER_ROLES } from '../../core/actor.ts'
import { type MemberRecord, memberDefinition } from '../../core/members/definition.ts'
import { countMembers, listMembers, readMembers } from '../../core/members/read.ts'
import { builder } from '../builder.ts'
import { ofOrganization } from '../context.ts'
import { enumType, fieldsOf } from '../define.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, parsePage } from '../page.ts'
import { Organization } from './organization.ts'

/** A role. */
export const MemberRole = enumType('MemberRole', {
  description: 'What a member may do.',
  values: MEMBER_ROLES,
})

const of = fieldsOf(memberDefinition)
/** A person in an organization. */
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
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', ...of('lastUsedAt') }),
  }),
})

registerNode(Member, ({ ctx }, ids) => readMembers({ ctx, input: { ids } }))

const MemberConnection = builder.connectionObject(
  { type: Member, name: 'MemberConnection', description: 'A page of members.' },
  { name: 'MemberEdge', description: 'A member at its place in the list.' },
)

const pageOfMembers = ofOrganization(listMembers)
const countOfMembers = ofOrganization(countMembers)

builder.objectField(Organization, 'members', (t) =>
  t.connection(
    {
      type: Member,
      nullable: true,
      description: 'The people in it, oldest first. For signed-in members; FORBIDDEN for a key.',
      resolve: async ({ id }, args, { load }) => {
        const listId = `members:${id}`
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await load(pageOfMembers, id, { page }),
          page,
          listId,
          keyOf: ({ id }) => id,
          countAll: () => load(countOfMembers, id),
        })
      },
    },
    MemberConnection,
  ),
)
