import { z } from 'zod'
import type { StoredWebhook } from '../batches/start.ts'
import type { Ctx } from '../context.ts'
import { badFields } from '../parse.ts'
import { webhookSecretSchema } from './secret.ts'

/** The webhook of an async analysis as a request gives it. */
export const webhookSchema = z.strictObject(
  {
    url: z
      .string('must be a text')
      .max(2_000, 'must be at most 2,000 characters')
      .refine((text) => URL.canParse(text), 'must be an absolute URL')
      .describe('A public https address. Redirects are not followed.'),
    secret: webhookSecretSchema
      .optional()
      .describe(
        "Signs the calls (Standard Webhooks): `whsec_` and base64 of 24–64 bytes. The organization's own when not given.",
      ),
  },
  'must be an object with url and, optionally, secret',
)

/**
 * Checks the address of a webhook and encrypts its secret. Every delivery checks the address again.
 * @throws {AppError} BAD_REQUEST for an address that is not public, or not https and not listed by the operator
 */
export async function storedWebhook(
  { deps }: Ctx,
  { url, secret }: z.output<typeof webhookSchema>,
): Promise<StoredWebhook> {
  if (!(await deps.outbound.isAllowedTarget(url, { https: true }))) {
    throw badFields({ 'webhook.url': 'must be an https address on the public internet, on port 443' })
  }
  return { webhookUrl: url, webhookSecret: secret === undefined ? null : deps.secrets.seal(secret) }
}
