import { z } from 'zod'
import type { ProviderCredential } from '../../generated/prisma/client.ts'
import type { Ctx } from '../foundation/context.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import type { Vendor } from '../provider-port/vendor.ts'
import type { ProviderCheck } from '../providers/check.ts'
import type { CredentialCheckRecord, CredentialRecord } from './definition.ts'
import { openCredential } from './load.ts'
import { ownerOf } from './owner.ts'

/**
 * Returns the credentials of an organization, one record per vendor, without their values. For members, and for
 * operators, who get the credentials of the installation unless they pass an organization.
 * @throws {AppError} FORBIDDEN; NOT_FOUND
 */
export async function listCredentials({
  ctx,
  input = {},
}: {
  ctx: Ctx<SecretDeps>
  input?: { organizationId?: string }
}): Promise<CredentialRecord[]> {
  const organizationId = ownerOf(ctx, input, 'provider-credentials:read')
  const rows = await ctx.db.prisma.providerCredential.findMany({
    where: { OR: [{ organizationId }, { organizationId: null }] },
  })
  return ctx.deps.providers.vendors.map((vendor) => {
    const row = rows.find((row) => row.organizationId === organizationId && row.vendor === vendor.id)
    const isShared = rows.some((row) => row.organizationId === null && row.vendor === vendor.id)
    return toRecord(ctx, { vendor, row: row ?? null, organizationId, isShared })
  })
}

function toRecord(
  ctx: Ctx<SecretDeps>,
  {
    vendor,
    row,
    organizationId,
    isShared,
  }: {
    vendor: Vendor
    row: ProviderCredential | null
    organizationId: string | null
    /** Whether the installation has stored credentials. */
    isShared: boolean
  },
): CredentialRecord {
  const { id, label, credentialsUrl, providers } = vendor
  const masks = z.record(z.string(), z.string()).parse(row?.masks ?? {})
  return {
    vendor: id,
    label,
    credentialsUrl,
    fields: vendor.fields.map((field) => ({ ...field, mask: masks[field.variable] ?? null })),
    providers: [...providers],
    origin: originOf(ctx, vendor, { isOwn: row !== null && organizationId !== null, isShared }),
    stored: row !== null,
    dailySpendUsd: row?.dailySpendUsd ?? null,
    changedBy: row?.changedBy ?? null,
    changedAt: row?.changedAt ?? null,
    check: checkOf(ctx, row),
  }
}

function originOf(
  { actor, deps: { providers } }: Ctx,
  vendor: Vendor,
  { isOwn, isShared }: { isOwn: boolean; isShared: boolean },
): CredentialRecord['origin'] {
  if (isOwn && providers.storesCredentials) return 'organization'
  if (providers.isInEnvironment(vendor)) return actor.type === 'operator' ? 'environment' : 'installation'
  return isShared && providers.storesCredentials ? 'installation' : 'none'
}

const NOT_CHECKED: CredentialCheckRecord = {
  status: 'not_checked',
  changedAt: null,
  provider: null,
  reason: null,
  answer: null,
  country: null,
  latencyMs: null,
  costUsd: null,
}

function checkOf(ctx: Ctx<SecretDeps>, row: ProviderCredential | null): CredentialCheckRecord {
  if (!row) return NOT_CHECKED
  if (!openCredential(ctx.deps, row)) {
    return { ...NOT_CHECKED, status: 'failed', reason: 'it cannot be decrypted; enter it again' }
  }
  // `runCredentialCheck` writes this column.
  const result = row.checkResult as unknown as ProviderCheck | null
  const state = { ...NOT_CHECKED, status: row.checkStatus, changedAt: row.checkChangedAt }
  if (!result || row.checkStatus === 'checking') return state
  const { provider, reason, latencyMs, answer } = result
  return {
    ...state,
    provider,
    reason,
    latencyMs,
    answer: answer?.text ?? null,
    country: answer?.location.requested ?? null,
    costUsd: answer?.cost?.usd ?? null,
  }
}

/** Returns the record of one vendor; see {@link listCredentials}. */
export async function readCredential(
  ctx: Ctx<SecretDeps>,
  { organizationId, vendor }: { organizationId: string | null; vendor: string },
): Promise<CredentialRecord> {
  const records = await listCredentials({ ctx, input: organizationId === null ? {} : { organizationId } })
  const record = records.find((candidate) => candidate.vendor === vendor)
  if (!record) throw new Error(`no record of the vendor ${vendor}`)
  return record
}
