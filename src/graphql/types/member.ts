import { countMembers, listMembers } from '../../core/members/list.ts'
import { readMembers } from '../../core/members/read.ts'
import type { MemberRecord } from '../../core/members/record.ts'
import { builder } from '../builder.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, parsePage } from '../page.ts'
import { Organization } from './organization.ts'

const MemberRole = builder.enumType('MemberRole', {
  description: 'What a member may do.',
  values: {
    ADMIN: { value: 'admin', description: 'Everything, keys and secrets included.' },
    MEMBER: { value: 'member', description: 'Everything but what concerns the organization as a whole.' },
  } as const satisfies Record<string, { value: MemberRecord['role']; description: string }>,
})

/** A person in an organization. */
export const Member = builder.objectRef<MemberRecord>('Member')

builder.node(Member, {
  description: 'A person in an organization.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in the database.' }),
    role: t.expose('role', { type: MemberRole, description: 'What they may do.' }),
    email: t.exposeString('email', { description: 'The address they sign in with.' }),
    name: t.exposeString('name', { description: 'What to call them.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Since when they belong to it.' }),
  }),
})

registerNode(Member, ({ ctx }, ids) => readMembers({ ctx, input: { ids } }))

const MemberConnection = builder.connectionObject(
  { type: Member, name: 'MemberConnection', description: 'A page of members.' },
  { name: 'MemberEdge', description: 'A member at its place in the list.' },
)

builder.objectField(Organization, 'members', (t) =>
  t.connection(
    {
      type: Member,
      // So that being refused takes nothing else away.
      nullable: true,
      description: 'The people in it, oldest first. For signed-in members; FORBIDDEN for a key.',
      resolve: async ({ id }, args, { ctx }) => {
        const listId = `members:${id}`
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await listMembers({ ctx, input: { page } }),
          page,
          listId,
          keyOf: ({ id }) => id,
          countAll: () => countMembers({ ctx }),
        })
      },
    },
    MemberConnection,
  ),
)
