import { z } from 'zod'
import { invitationDefinition } from '../../../src/core/invitations/definition.ts'
import { keyDefinition } from '../../../src/core/keys/definition.ts'
import { memberDefinition } from '../../../src/core/members/definition.ts'
import type { Operation } from '../operation.ts'
import { addInvitation, addKey, addMember } from '../tenant.ts'
import { ABSENT, mutation, query } from './absences.ts'

const MANAGED = {
  as: 'admin',
  rest: ABSENT.fromRest,
  mcp: ABSENT.fromKeys,
  wrongScope: { as: 'admin key', code: 'FORBIDDEN' },
} as const

/** GraphQL takes the organization of the member, the operator names it. */
const OWN = { without: ['organizationId'] }
const OWN_ORGANIZATION = 'a member acts in the organization of the session'

/** For people who read what a command prints. */
const DONE = { revoked: 'always true', removed: 'always true' }

/** Operations on keys, people and the webhook secret of an organization: by its admins and by operators. */
export const PEOPLE_OPERATIONS: readonly Operation[] = [
  {
    ...MANAGED,
    name: 'create a key of a project',
    input: ({ projectId }) => ({ projectId, name: 'laptop' }),
    result: z.object({ id: z.uuid(), key: z.string(), scope: z.string() }),
    graphql: mutation('createApiKey', 'createKey', [], {
      places: { id: 'apiKey.id', scope: 'apiKey.scope' },
    }),
    cli: {
      verbs: ['createKey'],
      command: 'key create',
      names: { projectId: '--project', name: '--name', admin: '--admin' },
    },
    otherTenant: ({ projectId }) => ({ projectId }),
    badInput: [
      { name: 'no name', input: () => ({ name: '' }), code: 'BAD_REQUEST', fields: ['name'] },
      { name: 'admin of a project', input: () => ({ admin: true }), code: 'BAD_REQUEST', fields: ['admin'] },
      {
        name: 'an id that is none',
        input: () => ({ projectId: 'x' }),
        code: 'BAD_REQUEST',
        fields: ['projectId'],
      },
    ],
  },
  {
    ...MANAGED,
    name: 'create a key of the organization',
    input: ({ organizationId }) => ({ organizationId, admin: true }),
    result: z.object({ id: z.uuid(), key: z.string(), scope: z.string() }),
    graphql: mutation('createApiKey', 'createKey', [], {
      ...OWN,
      places: { id: 'apiKey.id', scope: 'apiKey.scope' },
    }),
    cli: {
      verbs: ['createKey'],
      command: 'key create',
      names: { organizationId: '--org', name: '--name', admin: '--admin' },
    },
    otherTenant: OWN_ORGANIZATION,
    badInput: [{ name: 'no name', input: () => ({ name: '' }), code: 'BAD_REQUEST', fields: ['name'] }],
  },
  {
    ...MANAGED,
    name: 'list the keys',
    input: ({ organizationId }) => ({ organizationId }),
    result: z.array(keyDefinition),
    graphql: query(['listKeys', 'countKeys'], ['viewer', 'organization', 'keys'], OWN),
    cli: { verbs: ['listKeys'], command: 'key list', names: { organizationId: '--org' } },
    otherTenant: OWN_ORGANIZATION,
    badInput: 'it takes no input but the organization',
  },
  {
    ...MANAGED,
    name: 'revoke a key',
    arrange: addKey,
    input: ({ keyId = '' }) => ({ id: keyId }),
    result: z.object({ id: z.uuid(), revokedAt: z.date() }),
    graphql: mutation('revokeApiKey', 'revokeKey', [], {
      names: { id: 'apiKeyId' },
      places: { id: 'apiKey.id', revokedAt: 'apiKey.revokedAt' },
    }),
    cli: {
      verbs: ['revokeKey'],
      command: 'key revoke',
      names: { id: '<key>' },
      more: { refusedEverywhereAt: 'a command does not wait until all processes know it' },
    },
    otherTenant: ({ keyId = '' }) => ({ id: keyId }),
    badInput: [
      { name: 'an id that is none', input: () => ({ id: 'x' }), code: 'BAD_REQUEST', fields: ['id'] },
    ],
  },
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
      { name: 'no address', input: () => ({ email: 'nobody' }), code: 'BAD_REQUEST', fields: ['email'] },
      { name: 'an unknown role', input: () => ({ role: 'owner' }), code: 'BAD_REQUEST', fields: ['role'] },
    ],
    overLimit: [
      {
        name: 'a person who is a member',
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
    badInput: [
      { name: 'an id that is none', input: () => ({ id: 'x' }), code: 'BAD_REQUEST', fields: ['id'] },
    ],
  },
  {
    ...MANAGED,
    name: 'list the members',
    input: ({ organizationId }) => ({ organizationId }),
    result: z.array(memberDefinition),
    graphql: query(['listMembers', 'countMembers'], ['viewer', 'organization', 'members'], OWN),
    cli: { verbs: ['listMembers'], command: 'user list', names: { organizationId: '--org' } },
    otherTenant: OWN_ORGANIZATION,
    badInput: 'it takes no input but the organization',
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
      { name: 'an id that is none', input: () => ({ id: 'x' }), code: 'BAD_REQUEST', fields: ['id'] },
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
    badInput: [
      { name: 'an id that is none', input: () => ({ id: 'x' }), code: 'BAD_REQUEST', fields: ['id'] },
    ],
  },
  {
    ...MANAGED,
    name: 'send a link for a new password',
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
        name: 'an id that is none',
        input: () => ({ memberId: 'x' }),
        code: 'BAD_REQUEST',
        fields: ['memberId'],
      },
    ],
  },
  {
    ...MANAGED,
    name: 'read the webhook secret',
    input: ({ organizationId }) => ({ organizationId }),
    result: z.object({ secret: z.string() }),
    graphql: query(['readWebhookSecret'], ['viewer', 'organization'], {
      ...OWN,
      places: { secret: 'webhookSecret' },
    }),
    cli: {
      verbs: ['readWebhookSecret'],
      command: 'org webhook-secret',
      names: { organizationId: '<organization>' },
    },
    otherTenant: OWN_ORGANIZATION,
    badInput: 'it takes no input but the organization',
  },
  {
    ...MANAGED,
    name: 'replace the webhook secret',
    input: ({ organizationId }) => ({ organizationId }),
    result: z.object({ secret: z.string() }),
    graphql: mutation('rotateWebhookSecret', 'rotateWebhookSecret', [], {
      ...OWN,
      places: { secret: 'secret' },
    }),
    cli: {
      verbs: ['rotateWebhookSecret'],
      command: 'org rotate-webhook-secret',
      names: { organizationId: '<organization>' },
    },
    otherTenant: OWN_ORGANIZATION,
    badInput: 'it takes no input but the organization',
  },
]
