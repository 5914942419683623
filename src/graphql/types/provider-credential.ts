import { requireOrganizationId } from '../../core/access/authorize.ts'
import { startCredentialCheck } from '../../core/provider-credentials/check.ts'
import {
  CREDENTIAL_CHECK_STATUSES,
  CREDENTIAL_ORIGINS,
  type CredentialRecord,
  credentialCheckDefinition,
  credentialDefinition,
  credentialFieldDefinition,
  credentialProviderDefinition,
} from '../../core/provider-credentials/definition.ts'
import { deleteCredential } from '../../core/provider-credentials/delete.ts'
import { listCredentials } from '../../core/provider-credentials/read.ts'
import { saveCredential } from '../../core/provider-credentials/save.ts'
import { builder } from '../foundation/builder.ts'
import { ofOrganization } from '../foundation/context.ts'
import { enumType } from '../foundation/define.ts'
import { exposeFields, objectType } from '../foundation/derive.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { Organization } from './organization.ts'

enumType('CredentialOrigin', {
  description: 'Where the credentials of a vendor come from.',
  values: CREDENTIAL_ORIGINS,
})
enumType('CredentialCheckStatus', {
  description: 'The state of a check of credentials.',
  values: CREDENTIAL_CHECK_STATUSES,
})
objectType('CredentialField', credentialFieldDefinition, 'One of the values that a vendor needs.')
objectType('CredentialProvider', credentialProviderDefinition, 'A provider that a vendor can answer for.')
objectType('CredentialCheck', credentialCheckDefinition, 'The result of asking a vendor one question.')

/** A record with its organization, which makes the global id unique. */
type OwnedCredential = CredentialRecord & { organizationId: string }

const ProviderCredential = builder.objectRef<OwnedCredential>('ProviderCredential')

builder.node(ProviderCredential, {
  description:
    'The credentials of an organization for one vendor. Their values cannot be read. Every vendor has one record, even without credentials.',
  id: { resolve: ({ organizationId, vendor }) => `${organizationId}.${vendor}` },
  fields: (t) => exposeFields(t, credentialDefinition),
})

registerNode(ProviderCredential, async ({ ctx }, ids) => {
  if (ctx.actor.type !== 'member') return ids.map(() => null)
  const { organizationId } = ctx.actor
  const records = await listCredentials({ ctx })
  return ids.map((id) => {
    const record = records.find(({ vendor }) => id === `${organizationId}.${vendor}`)
    return record ? { ...record, organizationId } : null
  })
})

const credentialsOf = ofOrganization(listCredentials)

builder.objectField(Organization, 'providerCredentials', (t) =>
  t.field({
    type: [ProviderCredential],
    nullable: true,
    description:
      'The vendors of the configured providers, and which credentials the organization has. Only for signed-in members; FORBIDDEN for API keys.',
    resolve: async ({ id }, _, { load }) =>
      (await load(credentialsOf, id, {})).map((record) => ({ ...record, organizationId: id })),
  }),
)

const CredentialValueInput = builder.inputType('CredentialValueInput', {
  description: 'The value of one field of a vendor.',
  fields: (t) => ({
    variable: t.string({ required: true, description: 'The `variable` of the field.' }),
    value: t.string({
      required: true,
      description: 'The secret value. It is stored encrypted and never returned.',
    }),
  }),
})

const SaveProviderCredentialInput = builder.inputType('SaveProviderCredentialInput', {
  description: 'Credentials to store.',
  fields: (t) => ({
    vendor: t.string({ required: true, description: 'Vendor of the credentials, such as `openai`.' }),
    values: t.field({
      type: [CredentialValueInput],
      required: true,
      description: 'A value for every field of the vendor.',
    }),
    dailySpendUsd: t.float({
      description:
        'Maximum cost of the questions to the vendor per UTC day, in US dollars. Null removes the limit; omit it to keep the current one.',
    }),
    check: t.boolean({
      description:
        'Whether to check the credentials with one question, which the vendor charges for. Defaults to true.',
    }),
  }),
})

const VendorInput = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      vendor: t.string({ required: true, description: 'Vendor of the credentials, such as `openai`.' }),
    }),
  })

const payload = (name: string, description: string) =>
  builder.objectRef<{ providerCredential: OwnedCredential }>(name).implement({
    description,
    fields: (t) => ({
      providerCredential: t.field({
        type: ProviderCredential,
        description: 'The credentials after the change.',
        resolve: ({ providerCredential }) => providerCredential,
      }),
    }),
  })

const owned = (organizationId: string, record: CredentialRecord) => ({
  providerCredential: { ...record, organizationId },
})

builder.mutationField('saveProviderCredential', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: payload('SaveProviderCredentialPayload', 'The stored credentials.'),
    description:
      "Stores the organization's own credentials of a vendor, encrypted. From then on, the vendor bills the organization for its questions. Only for signed-in admins of the organization.",
    args: {
      input: t.arg({
        type: SaveProviderCredentialInput,
        required: true,
        description: 'Credentials to store.',
      }),
    },
    resolve: async (_, { input: { vendor, values, dailySpendUsd, check } }, { ctx }) => {
      const saved = await saveCredential({
        ctx,
        input: {
          vendor,
          values,
          ...(dailySpendUsd !== undefined && { dailySpendUsd }),
        },
      })
      const record = check === false ? saved : await startCredentialCheck({ ctx, input: { vendor } })
      return owned(requireOrganizationId(ctx), record)
    },
  }),
)

builder.mutationField('checkProviderCredential', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: payload('CheckProviderCredentialPayload', 'The credentials that are being checked.'),
    description:
      'Starts a check of stored credentials: the vendor is asked one short question, which it charges for. Read `check` of the credential until its status is no longer CHECKING. Only for signed-in admins of the organization.',
    args: {
      input: t.arg({
        type: VendorInput('CheckProviderCredentialInput', 'The credentials to check.'),
        required: true,
        description: 'The credentials to check.',
      }),
    },
    resolve: async (_, { input }, { ctx }) =>
      owned(requireOrganizationId(ctx), await startCredentialCheck({ ctx, input })),
  }),
)

builder.mutationField('deleteProviderCredential', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: payload('DeleteProviderCredentialPayload', 'The vendor without stored credentials.'),
    description:
      "Deletes the organization's own credentials of a vendor. Its questions then use the credentials of the installation, if there are any. Only for signed-in admins of the organization.",
    args: {
      input: t.arg({
        type: VendorInput('DeleteProviderCredentialInput', 'The credentials to delete.'),
        required: true,
        description: 'The credentials to delete.',
      }),
    },
    resolve: async (_, { input }, { ctx }) =>
      owned(requireOrganizationId(ctx), await deleteCredential({ ctx, input })),
  }),
)
