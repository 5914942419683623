import { z } from 'zod'
import { newId } from '../../../src/core/foundation/ids.ts'
import { organizationDefinition } from '../../../src/core/organizations/definition.ts'
import { createPerson } from '../../api/member-client.ts'
import type { Operation } from '../operation.ts'
import { ABSENT, wrong } from './entry-parts.ts'

const BY_OPERATOR = {
  as: 'admin',
  rest: { absent: 'an operator has no key' },
  graphql: ABSENT.fromGraph,
  mcp: { absent: 'an operator has no key' },
  wrongScope: 'the operator has all permissions',
} as const

const organization = organizationDefinition.pick({ id: true, name: true, plan: true, credits: true })
const ORGANIZATION = { organizationId: '<organization>' } as const

/** Operations that only the operator can run. */
export const OPERATOR_OPERATIONS: readonly Operation[] = [
  {
    ...BY_OPERATOR,
    name: 'create an organization',
    input: () => ({ name: 'Acme', plan: 'pro', credits: 7 }),
    result: organization,
    cli: {
      verbs: ['createOrganization'],
      command: 'org create',
      names: { name: '--name', plan: '--plan', credits: '--credits' },
    },
    otherTenant: 'its input has no ids',
    badInput: [
      { name: 'an empty name', input: () => ({ name: '' }), code: 'BAD_REQUEST', fields: ['name'] },
      { name: 'no name', input: () => ({ name: undefined }), code: 'BAD_REQUEST', fields: ['name'] },
      { name: 'an unknown plan', input: () => ({ plan: 'gold' }), code: 'BAD_REQUEST', fields: ['plan'] },
      {
        name: 'a word for a number',
        input: () => ({ credits: 'many' }),
        code: 'BAD_REQUEST',
        fields: ['credits'],
      },
      { name: 'a negative number', input: () => ({ credits: -1 }), code: 'BAD_REQUEST', fields: ['credits'] },
    ],
  },
  {
    ...BY_OPERATOR,
    name: 'list all organizations',
    result: z.array(organization),
    cli: { verbs: ['listOrganizations'], command: 'org list' },
    otherTenant: 'its input has no ids',
    badInput: 'it takes no input',
  },
  {
    ...BY_OPERATOR,
    name: 'list all projects',
    input: ({ organizationId }) => ({ organizationId }),
    result: z.array(
      z.object({
        id: z.uuid(),
        organizationId: z.uuid(),
        name: z.string(),
        brand: z.string(),
        url: z.string().nullable(),
        createdAt: z.date(),
      }),
    ),
    cli: { verbs: ['listAllProjects'], command: 'project list', names: { organizationId: '--org' } },
    otherTenant: 'the operator may list every project',
    badInput: [wrong('an id that is not a UUID', { organizationId: 'x' }, ['organizationId'])],
  },
  {
    ...BY_OPERATOR,
    name: 'move an organization to a plan',
    input: ({ organizationId }) => ({ organizationId, plan: 'free' }),
    result: organization,
    cli: { verbs: ['setPlan'], command: 'org set-plan', names: { ...ORGANIZATION, plan: '<plan>' } },
    otherTenant: ({ organizationId }) => ({ organizationId }),
    badInput: [
      { name: 'an unknown plan', input: () => ({ plan: 'gold' }), code: 'BAD_REQUEST', fields: ['plan'] },
    ],
  },
  {
    ...BY_OPERATOR,
    name: 'make a user an operator',
    async arrange({ world, objects }) {
      objects.email = (await createPerson(world, { organizationId: objects.organizationId })).email
    },
    input: ({ email = '' }) => ({ email }),
    result: z.object({ email: z.string(), operator: z.boolean() }),
    cli: {
      verbs: ['setOperator'],
      command: 'user set-operator',
      names: { email: '<email>' },
    },
    otherTenant: 'users do not belong to a tenant',
    badInput: [wrong('an address without @', { email: 'x' }, ['email'])],
  },
  {
    ...BY_OPERATOR,
    name: 'set how long an organization keeps answers and logs',
    input: ({ organizationId }) => ({ organizationId, rawDays: 30, textDays: 365, logDays: 90 }),
    result: z.object({
      id: z.uuid(),
      rawDays: z.int().nullable(),
      textDays: z.int().nullable(),
      logDays: z.int().nullable(),
    }),
    cli: {
      verbs: ['setRetention'],
      command: 'org set-retention',
      names: { ...ORGANIZATION, rawDays: '--raw-days', textDays: '--text-days', logDays: '--log-days' },
    },
    otherTenant: ({ organizationId }) => ({ organizationId }),
    badInput: [{ name: 'no days', input: () => ({ rawDays: 0 }), code: 'BAD_REQUEST', fields: ['rawDays'] }],
  },
  {
    ...BY_OPERATOR,
    name: 'create a sign-in link',
    async arrange({ world, objects }) {
      objects.email = (await createPerson(world, { organizationId: objects.organizationId })).email
    },
    input: ({ email = '' }) => ({ email }),
    result: z.object({ email: z.string(), link: z.string(), expiresAt: z.date() }),
    cli: { verbs: ['createSignInLink'], command: 'user sign-in-link', names: { email: '<email>' } },
    otherTenant: 'users do not belong to an organization',
    badInput: [
      {
        name: 'an invalid email address',
        input: () => ({ email: 'nobody' }),
        code: 'BAD_REQUEST',
        fields: ['email'],
      },
      {
        name: 'an address without a user',
        input: () => ({ email: 'nobody@example.com' }),
        code: 'NOT_FOUND',
      },
    ],
  },
  {
    ...BY_OPERATOR,
    name: 'reset the second factor of a member',
    async arrange({ world, objects }) {
      const { userId, memberId } = await createPerson(world, { organizationId: objects.organizationId })
      const data = { id: newId(), userId, sealed: Buffer.of(1), confirmedAt: new Date() }
      await world.operator.db.prisma.twoFactor.create({ data })
      objects.memberId = memberId
    },
    input: ({ memberId = '' }) => ({ memberId }),
    result: z.object({ id: z.uuid(), email: z.string(), twoFactorEnabled: z.literal(false) }),
    cli: { verbs: ['resetTwoFactor'], command: 'user reset-two-factor', names: { memberId: '<member>' } },
    otherTenant: 'operators may reset it in every organization',
    badInput: [
      {
        name: 'an invalid id',
        input: () => ({ memberId: 'nobody' }),
        code: 'BAD_REQUEST',
        fields: ['memberId'],
      },
      { name: 'a missing member', input: () => ({ memberId: newId() }), code: 'NOT_FOUND' },
    ],
  },
  {
    ...BY_OPERATOR,
    name: 'grant credits',
    input: ({ organizationId }) => ({ organizationId, credits: 5 }),
    result: z.object({ organizationId: z.uuid(), credits: z.int() }),
    cli: {
      verbs: ['grantCredits'],
      command: 'org grant-credits',
      names: { ...ORGANIZATION, credits: '<credits>' },
    },
    otherTenant: ({ organizationId }) => ({ organizationId }),
    badInput: [
      {
        name: 'a word for a number',
        input: () => ({ credits: 'many' }),
        code: 'BAD_REQUEST',
        fields: ['credits'],
      },
      { name: 'zero', input: () => ({ credits: 0 }), code: 'BAD_REQUEST', fields: ['credits'] },
    ],
  },
  {
    ...BY_OPERATOR,
    name: 'create a member',
    input: ({ organizationId }) => ({ organizationId, email: 'ann@example.com', role: 'admin' }),
    result: z.object({
      id: z.uuid(),
      memberId: z.uuid(),
      email: z.string(),
      role: z.string(),
      organizationId: z.uuid(),
      password: z.string(),
    }),
    cli: {
      verbs: ['createMember'],
      command: 'user create',
      names: { organizationId: '--org', email: '--email', role: '--role', password: '--password' },
    },
    otherTenant: ({ organizationId }) => ({ organizationId }),
    badInput: [
      {
        name: 'an invalid email address',
        input: () => ({ email: 'nobody' }),
        code: 'BAD_REQUEST',
        fields: ['email'],
      },
      {
        name: 'a short password',
        input: () => ({ password: 'x' }),
        code: 'BAD_REQUEST',
        fields: ['password'],
      },
      { name: 'an unknown role', input: () => ({ role: 'owner' }), code: 'BAD_REQUEST', fields: ['role'] },
    ],
  },
  {
    ...BY_OPERATOR,
    name: 'check the providers',
    result: z.object({ checks: z.array(z.unknown()) }),
    cli: { verbs: ['checkProviders'], command: 'providers --check' },
    otherTenant: 'its input has no ids',
    badInput: 'it takes no input',
  },
  {
    ...BY_OPERATOR,
    name: 'list the prices of the providers',
    result: z.object({ prices: z.array(z.unknown()) }),
    cli: { verbs: ['listPrices'], command: 'providers --prices' },
    otherTenant: 'its input has no ids',
    badInput: 'it takes no input',
  },
  {
    ...BY_OPERATOR,
    name: 're-extract all outdated answers',
    result: z.object({ queued: z.int() }),
    cli: { verbs: ['reextractOutdated'], command: 'reextract' },
    otherTenant: 'its input has no ids',
    badInput: 'it takes no input',
  },
  {
    ...BY_OPERATOR,
    name: 'encrypt all secrets with a new key',
    arrange: async ({ world }) => {
      // As if the operator had set SECRET_KEY_PREVIOUS.
      const { deps } = world.application.services
      deps.secretKeys = { ...deps.secretKeys, begin: () => true }
    },
    result: z.object({ reencrypted: z.int(), current: z.int(), unreadable: z.int() }),
    cli: { verbs: ['rotateSecrets'], command: 'secret rotate' },
    otherTenant: 'its input has no ids',
    badInput: 'it takes no input',
  },
]
