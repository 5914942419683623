import { z } from 'zod'
import type { Prisma, ProviderCredential } from '../../generated/prisma/client.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { transaction } from '../foundation/transaction.ts'
import { checkProvider, type ProviderCheck } from '../providers/check.ts'
import type { CredentialRecord } from './definition.ts'
import { loadCredentialsIfChanged, openCredential } from './load.ts'
import { type CredentialDeps, ownerOf, vendorNamed } from './owner.ts'
import { readCredential } from './read.ts'

const inputSchema = z.strictObject({
  organizationId: uuidSchema.optional(),
  vendor: z.string('must be a text'),
})

type Input = z.input<typeof inputSchema>

/**
 * Starts a check of stored credentials: a worker asks the vendor one cheap question, which the vendor charges for. A
 * running check is not started again. For the same callers as `saveCredential`.
 * @throws {AppError} FORBIDDEN; BAD_REQUEST on `vendor`; NOT_FOUND if no credentials are stored
 */
export async function startCredentialCheck({
  ctx,
  input,
}: {
  ctx: Ctx<CredentialDeps>
  input: Input
}): Promise<CredentialRecord> {
  const stored = await beginCheck(ctx, input, { queue: true })
  return readCredential(ctx, stored)
}

/** Checks stored credentials as {@link startCredentialCheck} does, but in this process, and returns when it has ended. */
export async function checkCredential({
  ctx,
  input,
}: {
  ctx: Ctx<CredentialDeps>
  input: Input
}): Promise<CredentialRecord> {
  const stored = await beginCheck(ctx, input, { queue: false })
  await runCredentialCheck({ ctx, input: { credentialId: stored.id } })
  return readCredential(ctx, stored)
}

async function beginCheck(
  ctx: Ctx<CredentialDeps>,
  input: Input,
  { queue }: { queue: boolean },
): Promise<ProviderCredential> {
  const organizationId = ownerOf(ctx, input, 'provider-credentials:manage')
  const { vendor } = parse(inputSchema, input)
  vendorNamed(ctx, vendor)
  return transaction(ctx, async ({ db, enqueue }) => {
    const stored = await db.providerCredential.findFirst({ where: { organizationId, vendor } })
    if (!stored) throw notFound('Stored credential of this vendor')
    await db.providerCredential.update({
      where: { id: stored.id },
      data: { checkStatus: 'checking', checkChangedAt: ctx.now() },
    })
    if (queue) enqueue({ name: 'check-credential', credentialId: stored.id })
    return stored
  })
}

/**
 * Asks the vendor of a credential one question, and stores the outcome. Does nothing if the credential is no longer being
 * checked, and discards the outcome if the credential has changed in the meantime. Safe to run again.
 */
export async function runCredentialCheck({
  ctx,
  input: { credentialId },
}: {
  ctx: Ctx<SecretDeps>
  input: { credentialId: string }
}): Promise<void> {
  const { prisma } = ctx.db
  await loadCredentialsIfChanged(ctx)
  const row = await prisma.providerCredential.findUnique({ where: { id: credentialId } })
  if (row?.checkStatus !== 'checking') return
  const values = openCredential(ctx.deps, row)
  const provider = values && ctx.deps.providers.connect(row.vendor, values)
  const check: ProviderCheck = provider
    ? await checkProvider(ctx, provider)
    : { ...NOT_ASKED, provider: row.vendor, driver: row.vendor }
  // The worker is stopping; the next one asks again.
  if (ctx.deps.stopping.aborted) return
  const checkResult = { ...check, reason: withoutSecrets(check.reason, Object.values(values ?? {})) }
  await prisma.providerCredential.updateMany({
    where: { id: credentialId, changedAt: row.changedAt, checkStatus: 'checking' },
    data: {
      checkStatus: check.status === 'ok' ? 'ok' : 'failed',
      checkChangedAt: ctx.now(),
      checkResult: checkResult as unknown as Prisma.InputJsonValue,
    },
  })
}

const NOT_ASKED = {
  status: 'failed',
  reason: 'none of the configured providers uses these credentials, or they cannot be decrypted',
  latencyMs: null,
  answer: null,
} as const

/** Replaces values that a vendor repeats in its error message. */
function withoutSecrets(text: string | null, secrets: readonly string[]): string | null {
  return secrets.reduce<string | null>((safe, secret) => safe?.replaceAll(secret, '…') ?? null, text)
}

/** Age of a check, in milliseconds, after which the sweep queues it again. A check takes at most three minutes. */
const IDLE_TIME = 4 * 60_000

/**
 * Queues unfinished checks again, in case a queue was lost or a worker was killed.
 * @returns the number of checks
 */
export async function sweepCredentialChecks({
  ctx,
  input = {},
}: {
  ctx: Ctx
  input?: { idleFor?: number }
}): Promise<number> {
  const before = new Date(ctx.now().getTime() - (input.idleFor ?? IDLE_TIME))
  const rows = await ctx.db.prisma.providerCredential.findMany({
    where: { checkStatus: 'checking', checkChangedAt: { lte: before } },
    select: { id: true },
    take: 100,
  })
  if (rows.length > 0)
    await ctx.deps.queue.add(rows.map(({ id }) => ({ name: 'check-credential', credentialId: id })))
  return rows.length
}
