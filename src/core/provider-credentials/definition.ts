import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import type { CredentialCheckStatus } from '../../generated/prisma/enums.ts'

/** States of the check of a credential. */
export const CREDENTIAL_CHECK_STATUSES = {
  not_checked: 'The credentials were not checked.',
  checking: 'The vendor is being asked one question.',
  ok: 'The vendor answered the question.',
  failed: 'The vendor did not answer the question; see the reason.',
} as const satisfies Enumeration<CredentialCheckStatus>

/** Where the credentials that an account uses come from. */
export const CREDENTIAL_ORIGINS = {
  organization: 'The organization entered the credentials. The vendor bills the organization.',
  installation: 'The installation has the credentials, for all organizations without their own.',
  environment:
    'The environment variables of the installation set the credentials. Only operators see this value.',
  none: 'There are no credentials.',
} as const satisfies Enumeration

const text = (description: string, example: string) =>
  z.string().describe(description).register(fieldMetadata, { example })

/** One of the values that a vendor needs. */
export const credentialFieldDefinition = z
  .object({
    variable: text('Name of the value, and of the environment variable that also sets it.', 'OPENAI_API_KEY'),
    label: text('Name on the pages of the vendor.', 'API key'),
    mask: text(
      'The stored value, of which only the end is shown; null if none is stored.',
      '…x7Qz',
    ).nullable(),
  })
  .meta({ id: 'CredentialField' })

/** A provider that a vendor can answer for. It is not in the list of providers until there are credentials. */
export const credentialProviderDefinition = z
  .object({
    token: text('Token of the provider.', 'chatgpt'),
    label: text('Display name of the provider.', 'ChatGPT'),
  })
  .meta({ id: 'CredentialProvider' })

/** The result of asking a vendor one question. */
export const credentialCheckDefinition = z
  .object({
    status: enumSchema(CREDENTIAL_CHECK_STATUSES, 'State of the check.'),
    changedAt: z.date().nullable().describe('When the check started or ended; null if there was none.'),
    provider: text('Provider that was asked; null before the end of a check.', 'chatgpt').nullable(),
    reason: text('Why the check failed; null if it did not.', 'it rejects the credentials').nullable(),
    answer: text('Start of the answer; null if there is none.', 'The three largest chains are …').nullable(),
    country: text(
      'Country that the question was asked from; null before the end of a check.',
      'DE',
    ).nullable(),
    latencyMs: z.number().int().nullable().describe('Milliseconds until the answer; null if there is none.'),
    costUsd: z.number().nullable().describe('Cost of the answer in US dollars; null if unknown.'),
  })
  .meta({ id: 'CredentialCheck' })
export type CredentialCheckRecord = z.output<typeof credentialCheckDefinition>

/** The credentials of an account for one vendor, without their values. There is one record per vendor, even without credentials. */
export const credentialDefinition = z.object({
  vendor: text('Token that identifies the vendor in requests.', 'openai'),
  label: text('Display name of the vendor.', 'OpenAI'),
  credentialsUrl: text(
    'Web page where customers create credentials; null if unknown.',
    'https://platform.openai.com/api-keys',
  ).nullable(),
  fields: z.array(credentialFieldDefinition).describe('The values that the vendor needs.'),
  providers: z.array(credentialProviderDefinition).describe('Providers that the vendor can answer for.'),
  origin: enumSchema(CREDENTIAL_ORIGINS, 'Where the credentials in use come from.'),
  stored: z.boolean().describe('Whether this account has stored credentials of the vendor.'),
  dailySpendUsd: z
    .number()
    .nullable()
    .describe(
      'Maximum cost of the questions to the vendor per UTC day, in US dollars; null without a limit. Only for organizations.',
    ),
  changedBy: text('Who stored the credentials last; null if none are stored.', 'Ada Lovelace').nullable(),
  changedAt: z.date().nullable().describe('When the credentials were stored; null if none are stored.'),
  check: credentialCheckDefinition.describe('The last check of the stored credentials.'),
})
export type CredentialRecord = z.output<typeof credentialDefinition>
