import type { MemberRecord } from '../../core/members/definition.ts'
import { removeMember } from '../../core/members/remove.ts'
import { setMemberRole } from '../../core/members/set-role.ts'
import { type SentPasswordReset, sendPasswordReset } from '../../core/password-resets/send.ts'
import { builder } from '../foundation/builder.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf, globalIdOf } from '../foundation/global-id.ts'
import { namingFields } from '../foundation/input.ts'
import { Member, MemberRole } from './member.ts'

const memberId = { required: true, description: 'databaseId or global id of the member.' } as const

const SetMemberRoleInput = builder.inputType('SetMemberRoleInput', {
  description: 'A member and the new role.',
  fields: (t) => ({
    memberId: t.id(memberId),
    role: t.field({ type: MemberRole, required: true, description: 'The new role.' }),
  }),
})

const SetMemberRolePayload = builder.objectRef<MemberRecord>('SetMemberRolePayload').implement({
  description: 'The changed member.',
  fields: (t) => ({
    member: t.field({ type: Member, description: 'The member.', resolve: (member) => member }),
  }),
})

builder.mutationField('setMemberRole', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: SetMemberRolePayload,
    description:
      'Changes the role of a member within 5 seconds. CONFLICT if the organization would be left without an admin. Only for signed-in admins of the organization.',
    args: {
      input: t.arg({ type: SetMemberRoleInput, required: true, description: 'The member and the new role.' }),
    },
    resolve: (_, { input: { memberId, role } }, { ctx }) =>
      namingFields({ id: 'memberId' }, () =>
        setMemberRole({ ctx, input: { id: databaseIdOf(memberId, 'Member'), role } }),
      ),
  }),
)

const RemoveMemberInput = builder.inputType('RemoveMemberInput', {
  description: 'The member to remove.',
  fields: (t) => ({ memberId: t.id(memberId) }),
})

const RemoveMemberPayload = builder.objectRef<{ removed: string }>('RemoveMemberPayload').implement({
  description: 'The removed member.',
  fields: (t) => ({
    removedMemberId: t.id({
      description: 'Global id of the member.',
      resolve: ({ removed }) => globalIdOf('Member', removed),
    }),
  }),
})

builder.mutationField('removeMember', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: RemoveMemberPayload,
    description:
      'Removes a member from the organization. Their sessions lose access within 5 seconds. The user stays a member of other organizations. CONFLICT for the last admin. Only for signed-in admins of the organization.',
    args: { input: t.arg({ type: RemoveMemberInput, required: true, description: 'The member to remove.' }) },
    resolve: async (_, { input: { memberId } }, { ctx }) => ({
      removed: await namingFields({ id: 'memberId' }, () =>
        removeMember({ ctx, input: { id: databaseIdOf(memberId, 'Member') } }),
      ),
    }),
  }),
)

const SendPasswordResetInput = builder.inputType('SendPasswordResetInput', {
  description: 'The member who needs a new password.',
  fields: (t) => ({ memberId: t.id(memberId) }),
})

const SendPasswordResetPayload = builder.objectRef<SentPasswordReset>('SendPasswordResetPayload').implement({
  description: 'The link that was sent.',
  fields: (t) => ({
    member: t.field({ type: Member, description: 'The member.', resolve: ({ member }) => member }),
    link: t.exposeString('link', {
      nullable: true,
      description:
        'Null if the link was sent by email; otherwise the link to give to the member. It is shown only once.',
    }),
  }),
})

builder.mutationField('sendPasswordReset', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'UPSTREAM_ERROR'),
    type: SendPasswordResetPayload,
    description:
      'Sends a member a link to set a new password, which can be used once within 24 hours. Without a mail server, the link is returned instead, except for members of several organizations (FORBIDDEN). Only for signed-in admins of the organization.',
    args: { input: t.arg({ type: SendPasswordResetInput, required: true, description: 'The member.' }) },
    resolve: (_, { input: { memberId } }, { ctx }) =>
      sendPasswordReset({ ctx, input: { memberId: databaseIdOf(memberId, 'Member') } }),
  }),
)
