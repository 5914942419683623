import { requireOrganizationId } from '../../core/access/authorize.ts'
import { type InvitationRecord, invitationDefinition } from '../../core/invitations/definition.ts'
import { inviteMember, type SentInvitation } from '../../core/invitations/invite.ts'
import { countInvitations, listInvitations, readInvitations } from '../../core/invitations/read.ts'
import { revokeInvitation } from '../../core/invitations/revoke.ts'
import { builder } from '../foundation/builder.ts'
import { ofOrganization } from '../foundation/context.ts'
import { fieldsOf } from '../foundation/define.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf, globalIdOf } from '../foundation/global-id.ts'
import { namingFields, omitNullish } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { cursorOf, readConnectionById } from '../foundation/page.ts'
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
  description: 'An invitation and its position in the list.',
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
      description: 'Open invitations, oldest first. Only for signed-in members; FORBIDDEN for API keys.',
      resolve: ({ id }, args, { load }) =>
        readConnectionById(args, listIdOf(id), {
          items: (page) => load(pageOfInvitations, id, { page }),
          countAll: () => load(countOfInvitations, id),
        }),
    },
    InvitationConnection,
  ),
)

const InviteMemberInput = builder.inputType('InviteMemberInput', {
  description: 'The person to invite.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'Email address of the person.' }),
    role: t.field({ type: MemberRole, description: 'Role of the new member; defaults to MEMBER.' }),
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
      description: 'The invitation with its position in the invitations of the organization.',
      resolve: ({ invitation: node }, _, { ctx }) => ({
        cursor: cursorOf(listIdOf(requireOrganizationId(ctx)), node.id),
        node,
      }),
    }),
    link: t.exposeString('link', {
      nullable: true,
      description:
        'Null if the link was sent by email; otherwise the link to give to the person. It is shown only once.',
    }),
  }),
})

builder.mutationField('inviteMember', (t) =>
  t.field({
    ...failsWith('CONFLICT', 'UPSTREAM_ERROR'),
    type: InviteMemberPayload,
    description:
      'Invites a person to the organization with a link that can be used once within 7 days. Inviting the same address again replaces the link. CONFLICT if the person is already a member. Only for signed-in admins of the organization.',
    args: { input: t.arg({ type: InviteMemberInput, required: true, description: 'The person to invite.' }) },
    resolve: (_, { input }, { ctx }) => {
      const { email, ...rest } = input
      return inviteMember({ ctx, input: { email, ...omitNullish(rest) } })
    },
  }),
)

const RevokeInvitationInput = builder.inputType('RevokeInvitationInput', {
  description: 'The invitation to revoke.',
  fields: (t) => ({
    invitationId: t.id({ required: true, description: 'databaseId or global id of the invitation.' }),
  }),
})

const RevokeInvitationPayload = builder.objectRef<{ revoked: string }>('RevokeInvitationPayload').implement({
  description: 'The revoked invitation.',
  fields: (t) => ({
    revokedInvitationId: t.id({
      description: 'Global id of the invitation.',
      resolve: ({ revoked }) => globalIdOf('Invitation', revoked),
    }),
  }),
})

builder.mutationField('revokeInvitation', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: RevokeInvitationPayload,
    description:
      'Deletes an invitation, which invalidates its link. Only for signed-in admins of the organization.',
    args: {
      input: t.arg({ type: RevokeInvitationInput, required: true, description: 'The invitation to revoke.' }),
    },
    resolve: async (_, { input: { invitationId } }, { ctx }) => ({
      revoked: await namingFields({ id: 'invitationId' }, () =>
        revokeInvitation({ ctx, input: { id: databaseIdOf(invitationId, 'Invitation') } }),
      ),
    }),
  }),
)
