import { z } from 'zod'
import { credentialDefinition } from '../../../src/core/provider-credentials/definition.ts'
import { saveCredential } from '../../../src/core/provider-credentials/save.ts'
import type { Operation } from '../operation.ts'
import type { Tenant } from '../tenant.ts'
import { MANAGED, mutation, OWN, OWN_ORGANIZATION, query, wrong } from './entry-parts.ts'

const VALUES = [{ variable: 'OPENAI_API_KEY', value: 'parity-0123456789' }]

async function storeCredential({
  world,
  objects: { organizationId },
  vendor = 'openai',
}: Pick<Tenant, 'world'> & { objects: { organizationId: string }; vendor?: string }): Promise<void> {
  const variable = `${vendor.toUpperCase()}_API_KEY`
  const input = { organizationId, vendor, values: [{ variable, value: 'parity-0123456789' }] }
  await saveCredential({ ctx: world.operator, input })
}

const NOT_STORED = {
  name: 'a vendor without stored credentials',
  input: () => ({ vendor: 'xai' }),
  code: 'NOT_FOUND',
} as const

const UNKNOWN = wrong('an unknown vendor', { vendor: 'nobody' }, ['vendor'])

/** Operations of admins and operators on the provider credentials of an organization. */
export const CREDENTIAL_OPERATIONS: readonly Operation[] = [
  {
    ...MANAGED,
    name: 'list the provider credentials',
    arrange: storeCredential,
    input: ({ organizationId }) => ({ organizationId }),
    result: z.array(credentialDefinition),
    graphql: query(['listCredentials'], ['viewer', 'organization', 'providerCredentials'], OWN),
    cli: { verbs: ['listCredentials'], command: 'credentials list', names: { organizationId: '--org' } },
    otherTenant: OWN_ORGANIZATION,
    badInput: 'it takes only the organization',
  },
  {
    ...MANAGED,
    name: 'store the provider credentials of a vendor',
    input: ({ organizationId }) => ({ organizationId, vendor: 'openai', values: VALUES, check: false }),
    result: credentialDefinition,
    graphql: mutation('saveProviderCredential', 'saveCredential', ['providerCredential'], OWN),
    cli: {
      verbs: ['saveCredential'],
      command: 'credentials set --no-check',
      names: { organizationId: '--org', vendor: '<vendor>' },
      without: ['check'],
      standardInput: 'values',
      more: { changedBy: 'the operator and not the member stored them' },
    },
    otherTenant: OWN_ORGANIZATION,
    badInput: [UNKNOWN, wrong('no value', { values: [] }, ['values'])],
  },
  {
    ...MANAGED,
    name: 'start a check of the provider credentials of a vendor',
    arrange: ({ world, objects: { organizationId } }) =>
      storeCredential({ world, objects: { organizationId }, vendor: 'mistral' }),
    input: ({ organizationId }) => ({ organizationId, vendor: 'mistral' }),
    result: credentialDefinition,
    graphql: mutation('checkProviderCredential', 'startCredentialCheck', ['providerCredential'], OWN),
    cli: { absent: 'the command waits for the end of the check; see the next entry' },
    otherTenant: OWN_ORGANIZATION,
    badInput: [UNKNOWN, NOT_STORED],
  },
  {
    ...MANAGED,
    name: 'check the provider credentials of a vendor',
    arrange: ({ world, objects: { organizationId } }) =>
      storeCredential({ world, objects: { organizationId }, vendor: 'mistral' }),
    input: ({ organizationId }) => ({ organizationId, vendor: 'mistral' }),
    result: credentialDefinition,
    graphql: { absent: 'the mutation starts a check and does not wait; see the previous entry' },
    cli: {
      verbs: ['checkCredential'],
      command: 'credentials check',
      names: { organizationId: '--org', vendor: '<vendor>' },
    },
    otherTenant: OWN_ORGANIZATION,
    badInput: [UNKNOWN, NOT_STORED],
  },
  {
    ...MANAGED,
    name: 'delete the provider credentials of a vendor',
    arrange: storeCredential,
    input: ({ organizationId }) => ({ organizationId, vendor: 'openai' }),
    result: credentialDefinition,
    graphql: mutation('deleteProviderCredential', 'deleteCredential', ['providerCredential'], OWN),
    cli: {
      verbs: ['deleteCredential'],
      command: 'credentials delete',
      names: { organizationId: '--org', vendor: '<vendor>' },
    },
    otherTenant: OWN_ORGANIZATION,
    badInput: [UNKNOWN, NOT_STORED],
  },
]
