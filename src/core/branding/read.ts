import type { Branding as BrandingRow, Prisma } from '../../generated/prisma/client.ts'
import { authorize, requireOrganizationId } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { type Branding, type BrandingRecord, DEFAULT_COLOR, LOGO_TYPES, toDataUrl } from './definition.ts'

/**
 * Returns the branding of the caller's organization; without branding, the default color.
 * @throws {AppError} FORBIDDEN
 */
export async function readBranding({ ctx }: { ctx: Ctx }): Promise<BrandingRecord> {
  authorize(ctx, 'organization:read')
  const { name, color, logo } = await loadBranding(ctx.db.prisma, requireOrganizationId(ctx))
  return { name, color, logoUrl: logo && toDataUrl(logo) }
}

/** Returns the branding of an organization. The caller must have checked the access. */
export async function loadBranding(
  db: Pick<Prisma.TransactionClient, 'branding'>,
  organizationId: string,
): Promise<Branding> {
  const row = await db.branding.findUnique({ where: { organizationId } })
  return row ? toBranding(row) : { name: null, color: DEFAULT_COLOR, logo: null }
}

function toBranding({ name, color, logoType, logo }: BrandingRow): Branding {
  const type = LOGO_TYPES.find((allowed) => allowed === logoType)
  return { name, color, logo: type && logo ? { type, data: logo } : null }
}
