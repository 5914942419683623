import { z } from 'zod'
import { invitationDefinition } from '../../../src/core/invitations/definition.ts'
import { memberDefinition } from '../../../src/core/members/definition.ts'
import type { Operation } from '../operation.ts'
import { addInvitation, addMember } from '../tenant.ts'
import { MANAGED, mutation, OWN, OWN_ORGANIZATION, query } from './entry-parts.ts'

/** Fields that commands print for readability. */
const DONE = { revoked: 'always true', removed: 'always true' }

/** Operations of admins and operators on the members of an organization. */
export const PEOPLE_OPERATIONS: readonly Operation[] = [
  {
    ...MANAGED,
    name: 'invite a person',
    input: ({ organizationId }) => ({ organizationId, email: 'Guest@Example.com', role: 'admin' }),
    result: invitationDefinition.extend({ link: z.string().nullable() }),
    graphql: mutation('inviteMember', 'inviteMember', [], {
      ...OWN,
      places: Object.fromEntries(
        Object.keys(invitationDefinition.shape).map((name) => [name, `invitation.${name}`]),
      ),
    }),
    cli: {
      verbs: ['inviteMember'],
      command: 'user invite',
      names: { organizationId: '--org', email: '--email', role: '--role' },
    },
    otherTenant: OWN_ORGANIZATION,
    badInput: [
      {
        name: 'an invalid email address',
        input: () => ({ email: 'nobody' }),
        code: 'BAD_REQUEST',
        fields: ['email'],
      },
      { name: 'an unknown role', input: () => ({ role: 'owner' }), code: 'BAD_REQUEST', fields: ['role'] },
    ],
    overLimit: [
      {
        name: 'a person who is already a member',
        code: 'CONFLICT',
        async arrange({ world, objects: { organizationId } }) {
          await world.operator.db.prisma.user.updateMany({
            where: { members: { some: { organizationId } } },
            data: { email: `${organizationId}@example.com` },
          })
        },
        input: ({ organizationId }) => ({ email: `${organizationId}@example.com` }),
      },
    ],
  },
  {
    ...MANAGED,
    name: 'revoke an invitation',
    arrange: addInvitation,
    input: ({ invitationId = '' }) => ({ id: invitationId }),
    result: z.object({ id: z.uuid() }),
    graphql: mutation('revokeInvitation', 'revokeInvitation', [], {
      names: { id: 'invitationId' },
      places: { id: 'revokedInvitationId' },
    }),
    cli: {
      verbs: ['revokeInvitation'],
      command: 'user revoke-invitation',
      names: { id: '<invitation>' },
      more: DONE,
    },
    otherTenant: ({ invitationId = '' }) => ({ id: invitationId }),
    badInput: [{ name: 'an invalid id', input: () => ({ id: 'x' }), code: 'BAD_REQUEST', fields: ['id'] }],
  },
  {
    ...MANAGED,
    name: 'list the members',
    input: ({ organizationId }) => ({ organizationId }),
    result: z.array(memberDefinition),
    graphql: query(['listMembers', 'countMembers'], ['viewer', 'organization', 'members'], OWN),
    cli: { verbs: ['listMembers'], command: 'user list', names: { organizationId: '--org' } },
    otherTenant: OWN_ORGANIZATION,
    badInput: 'it takes only the organization',
  },
  {
    ...MANAGED,
    name: 'change the role of a member',
    arrange: addMember,
    input: ({ memberId = '' }) => ({ id: memberId, role: 'admin' }),
    result: memberDefinition,
    graphql: mutation('setMemberRole', 'setMemberRole', ['member'], { names: { id: 'memberId' } }),
    cli: { verbs: ['setMemberRole'], command: 'user set-role', names: { id: '<member>', role: '<role>' } },
    otherTenant: ({ memberId = '' }) => ({ id: memberId }),
    badInput: [
      { name: 'an unknown role', input: () => ({ role: 'owner' }), code: 'BAD_REQUEST', fields: ['role'] },
      { name: 'an invalid id', input: () => ({ id: 'x' }), code: 'BAD_REQUEST', fields: ['id'] },
    ],
    overLimit: [
      {
        name: 'the last admin',
        code: 'CONFLICT',
        async arrange({ world, objects }) {
          const { id } = await world.operator.db.prisma.member.findFirstOrThrow({
            where: { organizationId: objects.organizationId, role: 'admin' },
          })
          objects.memberId = id
        },
        input: ({ memberId = '' }) => ({ id: memberId, role: 'member' }),
      },
    ],
  },
  {
    ...MANAGED,
    name: 'remove a member',
    arrange: addMember,
    input: ({ memberId = '' }) => ({ id: memberId }),
    result: z.object({ id: z.uuid() }),
    graphql: mutation('removeMember', 'removeMember', [], {
      names: { id: 'memberId' },
      places: { id: 'removedMemberId' },
    }),
    cli: { verbs: ['removeMember'], command: 'user remove', names: { id: '<member>' }, more: DONE },
    otherTenant: ({ memberId = '' }) => ({ id: memberId }),
    badInput: [{ name: 'an invalid id', input: () => ({ id: 'x' }), code: 'BAD_REQUEST', fields: ['id'] }],
  },
  {
    ...MANAGED,
    name: 'send a password reset link',
    arrange: addMember,
    input: ({ memberId = '' }) => ({ memberId }),
    result: z.object({ id: z.uuid(), email: z.string(), link: z.string().nullable() }),
    graphql: mutation('sendPasswordReset', 'sendPasswordReset', [], {
      places: { id: 'member.id', email: 'member.email' },
    }),
    cli: { verbs: ['sendPasswordReset'], command: 'user reset-link', names: { memberId: '<member>' } },
    otherTenant: ({ memberId = '' }) => ({ memberId }),
    badInput: [
      {
        name: 'an invalid id',
        input: () => ({ memberId: 'x' }),
        code: 'BAD_REQUEST',
        fields: ['memberId'],
      },
    ],
  },
]
