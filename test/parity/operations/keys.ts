import { z } from 'zod'
import { keyDefinition } from '../../../src/core/keys/definition.ts'
import type { Operation } from '../operation.ts'
import { addKey } from '../tenant.ts'
import { MANAGED, mutation, OWN, OWN_ORGANIZATION, query } from './entry-parts.ts'

/** Operations of admins and operators on the keys and the webhook secret of an organization. */
export const KEY_OPERATIONS: readonly Operation[] = [
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
      {
        name: 'an admin key for a project',
        input: () => ({ admin: true }),
        code: 'BAD_REQUEST',
        fields: ['admin'],
      },
      {
        name: 'an invalid id',
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
    badInput: 'it takes only the organization',
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
      more: { refusedEverywhereAt: 'a command does not wait until all processes have applied it' },
    },
    otherTenant: ({ keyId = '' }) => ({ id: keyId }),
    badInput: [{ name: 'an invalid id', input: () => ({ id: 'x' }), code: 'BAD_REQUEST', fields: ['id'] }],
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
    badInput: 'it takes only the organization',
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
    badInput: 'it takes only the organization',
  },
]
