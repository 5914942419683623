import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { resolveOrganization } from '../organizations/resolve.ts'
import type { Vendor } from '../provider-port/vendor.ts'
import { INSTALLATION_ACCOUNT } from '../spend/spending.ts'

/** Dependencies of verbs that change credentials. */
export interface CredentialDeps extends SecretDeps {
  /**
   * Maximum number of organizations with their own credentials; null without a limit. Without Redis, each of their
   * queues needs a connection to PostgreSQL.
   */
  maximumAccounts: number | null
}

const ownerSchema = z.object({ organizationId: uuidSchema.optional() })

/**
 * Returns the owner of the credentials that a caller manages: the id of the organization, or null for the installation.
 * Operators choose; others manage their own organization.
 * @throws {AppError} FORBIDDEN; BAD_REQUEST on `organizationId`; NOT_FOUND for another organization
 */
export function ownerOf(
  ctx: Ctx,
  input: { organizationId?: string | undefined },
  permission: 'provider-credentials:read' | 'provider-credentials:manage',
): string | null {
  authorize(ctx, permission)
  const { organizationId } = parse(ownerSchema, input)
  if (ctx.actor.type === 'operator' && organizationId === undefined) return null
  return resolveOrganization(ctx, organizationId)
}

/**
 * Returns a vendor whose credentials can be stored.
 * @throws {AppError} CONFLICT if PROVIDER_CREDENTIALS does not allow it; BAD_REQUEST for an unknown vendor
 */
export function vendorNamed({ deps: { providers } }: Ctx, id: string): Vendor {
  if (!providers.storesCredentials) {
    throw new AppError(
      'CONFLICT',
      'PROVIDER_CREDENTIALS is set to "environment", so the installation only uses environment variables.',
    )
  }
  const vendor = providers.vendors.find((candidate) => candidate.id === id)
  if (vendor) return vendor
  const ids = providers.vendors.map((candidate) => candidate.id).join(', ')
  throw badFields({ vendor: `is not a vendor of the configured providers; they are ${ids}` })
}

/**
 * Records in a transaction that the credentials of an owner have changed: all processes load them again, and the circuits
 * that opened because of the previous ones are forgotten.
 */
export async function markChanged(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  {
    organizationId,
    vendor,
    action,
  }: {
    organizationId: string | null
    vendor: Vendor
    action: 'credential.saved' | 'credential.deleted'
  },
): Promise<void> {
  await db.installation.updateMany({ data: { credentialsVersion: { increment: 1 } } })
  if (organizationId !== null) await recordAudit(db, ctx, { organizationId, action, target: vendor.label })
  await db.providerCircuit.deleteMany({
    where: {
      provider: { in: vendor.providers.map(({ token }) => token) },
      accountId: organizationId ?? INSTALLATION_ACCOUNT,
    },
  })
}
