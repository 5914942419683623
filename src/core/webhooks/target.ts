import { z } from 'zod'
import { parseUrl } from '../../definitions/parse-url.ts'
import type { StoredWebhook } from '../batches/start.ts'
import type { Ctx } from '../foundation/context.ts'
import { badFields } from '../foundation/parse.ts'
import type { WebhookDeps } from './dependencies.ts'
import { webhookSecretSchema } from './secret.ts'

/** Fields of a webhook in a request. */
export const webhookFields = {
  url: z
    .string('must be a text')
    .max(2_000, 'must be at most 2,000 characters')
    .refine((text) => parseUrl(text) !== null, 'must be an absolute URL')
    .describe('A public https URL. Redirects are not followed.'),
  secret: webhookSecretSchema
    .optional()
    .describe(
      "Secret that signs the messages (Standard Webhooks): `whsec_` followed by the base64 of 24–64 bytes. Defaults to the organization's secret.",
    ),
}

/** The webhook of an async analysis in a request. */
export const webhookSchema = z.strictObject(
  webhookFields,
  'must be an object with url and, optionally, secret',
)

/**
 * Checks the URL of a webhook. Every delivery checks it again.
 * @param options.field name of the input field in the error
 * @throws {AppError} BAD_REQUEST for a URL that is not public, or that is neither https nor allowed by the operator
 */
export async function checkWebhookUrl(
  { deps }: Ctx<WebhookDeps>,
  url: string,
  { field = 'webhook.url' }: { field?: string } = {},
): Promise<void> {
  if (await deps.outbound.isAllowedTarget(url, { https: true })) return
  throw badFields({ [field]: 'must be a public https URL on port 443' })
}

/** Returns a webhook as it is stored, with an encrypted secret. */
export function storedWebhook(
  { deps }: Ctx<WebhookDeps>,
  { url, secret }: z.output<typeof webhookSchema>,
): StoredWebhook {
  return { webhookUrl: url, webhookSecret: secret === undefined ? null : deps.secrets.seal(secret) }
}
