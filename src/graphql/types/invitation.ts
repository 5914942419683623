import { organizationOf } from '../../core/authorize.ts'
import { type InvitationRecord, invitationDefinition } from '../../core/invitations/definition.ts'
import { inviteMember, type SentInvitation } from '../../core/invitations/invite.ts'
import { countInvitations, listInvitations, readInvitations } from '../../core/invitations/read.ts'
import { revokeInvitation } from '../../core/invitations/revoke.ts'
import { builder } from '../builder.ts'
import { ofOrganization } from '../context.ts'
import { fieldsOf } from '../define.ts'
import { databaseIdOf, globalIdOf } from '../global-id.ts'
import { given, namingFields } from '../input.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, cursorOf, parsePage } from '../page.ts'
import { MemberRole } from './member.ts'
import { Organization } from './organization.ts'

const of = fieldsOf(invitationDefinition)
const Invitation = builder.objectRef<InvitationRecord>('Invitation')

builder.node(Invitation, {
  description: 'An open invitation to the organization.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    email: t.exposeString('email', of('email')),
    role: t.expose('role', { type: MemberRole, ...of('role') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', ...of('expiresAt') }),
  }),
})

registerNode(Invitation, ({ ctx }, ids) => readInvitations({ ctx, input: { ids } }))

const InvitationEdge = builder.edgeObject({
  type: Invitation,
  name: 'InvitationEdge',
  description: 'An invitation at its place in the list.',
})

const InvitationConnection = builder.connectionObject(
  { type: Invitation, name: 'InvitationConnection', description: 'A page of invitations.' },
  InvitationEdge,
)

const listIdOf = (organizationId: string) => `invitations:${organizationId}`

const pageOfInvitations = ofOrganization(listInvitations)
const countOfInvitations = ofOrganization(countInvitations)

builder.objectField(Organization, 'invitations', (t) =>
  t.connection(
    {
      type: Invitation,
      nullable: true,
      description: 'The open invitations, oldest first. For signed-in members; FORBIDDEN for a key.',
      resolve: async ({ id }, args, { load }) => {
        const listId = listIdOf(id)
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await load(pageOfInvitations, id, { page }),
          page,
          listId,
          keyOf: ({ id }) => id,
          countAll: () => load(countOfInvitations, id),
        })
      },
    },
    InvitationConnection,
  ),
)

const InviteMemberInput = builder.inputType('InviteMemberInput', {
  description: 'The person to invite.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'Their e-mail address.' }),
    role: t.field({ type: MemberRole, description: 'The role they will have; by default MEMBER.' }),
  }),
})

const InviteMemberPayload = builder.objectRef<SentInvitation>('InviteMemberPayload').implement({
  description: 'The invitation that was sent.',
  fields: (t) => ({
    invitation: t.field({
      type: Invitation,
      description: 'The invitation.',
      resolve: ({ invitation }) => invitation,
    }),
    invitationEdge: t.field({
      type: InvitationEdge,
      description: 'The invitation at its place in the invitations of the organization.',
      resolve: ({ invitation: node }, _, { ctx }) => ({
        cursor: cursorOf(listIdOf(organizationOf(ctx)), node.id),
        node,
      }),
    }),
    link: t.exposeString('link', {
      nullable: true,
      description:
        'Null if the link was sent by e-mail; else the link, to be passed on to the person. It cannot be read again later.',
    }),
  }),
})

builder.mutationField('inviteMember', (t) =>
  t.field({
    type: InviteMemberPayload,
    description:
      'Invites a person to the organization by a link that is valid once and for 7 days. Inviting the same address again replaces the link. CONFLICT for a member. For signed-in admins of the organization.',
    args: { input: t.arg({ type: InviteMemberInput, required: true, description: 'Whom.' }) },
    resolve: (_, { input }, { ctx }) => {
      const { email, ...rest } = input
      return inviteMember({ ctx, input: { email, ...given(rest) } })
    },
  }),
)

const RevokeInvitationInput = builder.inputType('RevokeInvitationInput', {
  description: 'The invitation to revoke.',
  fields: (t) => ({
    invitationId: t.id({ required: true, description: 'Its databaseId, or its global id.' }),
  }),
})

const RevokeInvitationPayload = builder.objectRef<{ revoked: string }>('RevokeInvitationPayload').implement({
  description: 'The revoked invitation.',
  fields: (t) => ({
    revokedInvitationId: t.id({
      description: 'The global id of the invitation.',
      resolve: ({ revoked }) => globalIdOf('Invitation', revoked),
    }),
  }),
})

builder.mutationField('revokeInvitation', (t) =>
  t.field({
    type: RevokeInvitationPayload,
    description:
      'Deletes an invitation: its link ceases to be valid. For signed-in admins of the organization.',
    args: { input: t.arg({ type: RevokeInvitationInput, required: true, description: 'Which one.' }) },
    resolve: async (_, { input: { invitationId } }, { ctx }) => ({
      revoked: await namingFields({ id: 'invitationId' }, () =>
        revokeInvitation({ ctx, input: { id: databaseIdOf(invitationId, 'Invitation') } }),
      ),
    }),
  }),
)
