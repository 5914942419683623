import { z } from 'zod'
import { keyDefinition } from '../../../src/core/keys/definition.ts'
import type { Operation } from '../operation.ts'
import { addKey } from '../tenant.ts'
import { MANAGED, mutation, OWN, OWN_ORGANIZATION, query } from './entry-parts.ts'

const CREATED = z.object({ id: z.uuid(), key: z.string(), kind: z.string(), scopes: z.array(z.string()) })
const PLACES = { id: 'apiKey.id', kind: 'apiKey.kind', scopes: 'apiKey.scopes' }
const OPTIONS = { name: '--name', preset: '--preset', scopes: '--scopes' }

/** Operations of admins and operators on the keys and the webhook secret of an organization. */
export const KEY_OPERATIONS: readonly Operation[] = [
  {
    ...MANAGED,
    name: 'create a key of a project',
    input: ({ projectId }) => ({ projectId, name: 'laptop' }),
    result: CREATED,
    graphql: mutation('createApiKey', 'createKey', [], {
      places: PLACES,
    }),
    cli: {
      verbs: ['createKey'],
      command: 'key create',
      names: { projectId: '--project', ...OPTIONS },
    },
    otherTenant: ({ projectId }) => ({ projectId }),
    badInput: [
      { name: 'no name', input: () => ({ name: '' }), code: 'BAD_REQUEST', fields: ['name'] },
      {
        name: 'a preset for organization keys',
        input: () => ({ preset: 'admin' }),
        code: 'BAD_REQUEST',
        fields: ['preset'],
      },
      {
        name: 'a scope for organization keys',
        input: () => ({ scopes: ['read', 'admin'] }),
        code: 'BAD_REQUEST',
        fields: ['scopes'],
      },
      {
        name: 'a preset and scopes',
        input: () => ({ preset: 'agent', scopes: ['read'] }),
        code: 'BAD_REQUEST',
        fields: ['preset'],
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
    input: ({ organizationId }) => ({ organizationId, scopes: ['run', 'admin'] }),
    result: CREATED,
    graphql: mutation('createApiKey', 'createKey', [], {
      ...OWN,
      places: PLACES,
    }),
    cli: {
      verbs: ['createKey'],
      command: 'key create',
      names: { organizationId: '--org', ...OPTIONS },
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
