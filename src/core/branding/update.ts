import { z } from 'zod'
import { authorize, requireOrganizationId } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { type BrandingRecord, DEFAULT_COLOR, MAX_LOGO_BYTES } from './definition.ts'
import { parseLogo } from './logo.ts'
import { readBranding } from './read.ts'

/** Body of PATCH /organization/branding. Omitted fields stay unchanged; null removes a value. */
export const brandingBodySchema = z.strictObject({
  name: z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(60, 'must be at most 60 characters')
    .refine(
      (text) => !/[\p{Cc}<>"]/u.test(text),
      'must not contain control characters, angle brackets or quotation marks',
    )
    .nullable()
    .optional()
    .describe('Name of the sender in reports, emails and shared pages; null for the name of the product.'),
  color: z
    .string('must be a text')
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a color such as #0b5cad')
    .toLowerCase()
    .nullable()
    .optional()
    .describe('Color of the sender: `#` and six hexadecimal digits; null for the default.'),
  logoUrl: z
    .string('must be a text')
    .max(MAX_LOGO_BYTES * 2, `must have at most ${MAX_LOGO_BYTES.toLocaleString('en')} bytes`)
    .nullable()
    .optional()
    .describe(
      'Logo: a `data:` URL of a PNG or JPEG image in base64 of at most 100,000 bytes and 2,000 pixels; null to remove it.',
    ),
})

/**
 * Changes the branding of the organization. For admins, and for organization keys with the scope admin.
 * @throws {AppError} BAD_REQUEST; FORBIDDEN
 */
export async function setBranding({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof brandingBodySchema>
}): Promise<BrandingRecord> {
  authorize(ctx, 'organization:admin')
  const { name, color, logoUrl } = parse(brandingBodySchema, input)
  const logo = typeof logoUrl === 'string' ? parseLogo(logoUrl) : logoUrl
  if (typeof logo === 'string') throw badFields({ logoUrl: logo })
  const organizationId = requireOrganizationId(ctx)
  const change = {
    ...(name !== undefined && { name }),
    ...(color !== undefined && { color: color ?? DEFAULT_COLOR }),
    ...(logo !== undefined && { logo: logo && Uint8Array.from(logo.data), logoType: logo?.type ?? null }),
  }
  await transaction(ctx, async ({ db }) => {
    await db.branding.upsert({
      where: { organizationId },
      create: { organizationId, color: DEFAULT_COLOR, ...change },
      update: change,
    })
    await recordAudit(db, ctx, { organizationId, action: 'branding.changed', target: name ?? null })
  })
  return readBranding({ ctx })
}
