import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { newId, uuidSchema } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import type { Vendor } from '../provider-port/vendor.ts'
import type { CredentialRecord } from './definition.ts'
import { loadCredentials } from './load.ts'
import { type CredentialDeps, markChanged, ownerOf, vendorNamed } from './owner.ts'
import { readCredential } from './read.ts'

/** The value is sent in HTTP headers. The message must not quote it. */
const valueSchema = z
  .string('must be a text')
  .trim()
  .regex(/^[\x21-\x7e]{1,4096}$/, 'must be 1 to 4,096 ASCII characters without spaces')

const inputSchema = z.strictObject({
  organizationId: uuidSchema.optional(),
  vendor: z.string('must be a text'),
  values: z.array(z.strictObject({ variable: z.string('must be a text'), value: valueSchema })).max(10),
  dailySpendUsd: z
    .number('must be a number')
    .min(0, 'must not be negative')
    .max(1_000_000, 'must be at most 1,000,000')
    .nullable()
    .optional(),
})

/**
 * Stores the credentials of an account for a vendor, encrypted, instead of earlier ones. This process uses them when
 * this returns; other processes within two seconds. For admins of the organization, and for operators, who store the
 * credentials of the installation unless they pass an organization.
 * @param input.values one for the variable of each field of the vendor
 * @param input.dailySpendUsd only for organizations; null for no limit; by default the current one
 * @throws {AppError} FORBIDDEN; BAD_REQUEST; CONFLICT if credentials cannot be
 *   stored; NOT_FOUND
 */
export async function saveCredential({
  ctx,
  input,
}: {
  ctx: Ctx<CredentialDeps>
  input: z.input<typeof inputSchema>
}): Promise<CredentialRecord> {
  const organizationId = ownerOf(ctx, input, 'provider-credentials:manage')
  const { vendor: vendorId, values: list, dailySpendUsd } = parse(inputSchema, input)
  const vendor = vendorNamed(ctx, vendorId)
  checkFields(vendor, list)
  const values = Object.fromEntries(list.map(({ variable, value }) => [variable, value]))
  if (organizationId === null && dailySpendUsd !== undefined)
    throw badFields({ dailySpendUsd: 'is only for organizations; set DAILY_SPEND_USD for the installation' })
  const data = {
    sealed: ctx.deps.secrets.seal(JSON.stringify(values)),
    masks: Object.fromEntries(Object.entries(values).map(([variable, value]) => [variable, maskOf(value)])),
    changedBy: await callerName(ctx),
    changedAt: ctx.now(),
    checkStatus: 'not_checked' as const,
    checkChangedAt: null,
    ...(dailySpendUsd !== undefined && { dailySpendUsd }),
  }
  await transaction(ctx, async ({ db }) => {
    await lockOwner(ctx, db, organizationId)
    const { count } = await db.providerCredential.updateMany({
      where: { organizationId, vendor: vendorId },
      data,
    })
    if (count === 0)
      await db.providerCredential.create({ data: { id: newId(), organizationId, vendor: vendorId, ...data } })
    await markChanged(ctx, db, { organizationId, vendor, action: 'credential.saved' })
  })
  await loadCredentials(ctx)
  return readCredential(ctx, { organizationId, vendor: vendorId })
}

function checkFields({ fields }: Vendor, values: readonly { variable: string }[]): void {
  const variables = fields.map(({ variable }) => variable)
  const given = values.map(({ variable }) => variable)
  const fieldErrors: Record<string, string> = {}
  given.forEach((variable, index) => {
    const field = `values.${index}.variable`
    if (!variables.includes(variable))
      fieldErrors[field] = `is not a field of this vendor; its fields are ${variables.join(', ')}`
    else if (given.indexOf(variable) < index) fieldErrors[field] = 'is given twice; remove one'
  })
  const missing = variables.filter((variable) => !given.includes(variable))
  if (missing.length > 0) fieldErrors.values = `must also contain ${missing.join(' and ')}`
  if (Object.keys(fieldErrors).length > 0) throw badFields(fieldErrors)
}

/** Number of shown characters at the end of a long value. */
const SHOWN = 4

/** Returns the visible part of a value: its last four characters. Short values stay hidden, because four characters would reveal them. */
export function maskOf(value: string): string {
  return value.length >= SHOWN * 4 ? `…${value.slice(-SHOWN)}` : '…'
}

async function callerName({ actor, db }: Ctx): Promise<string> {
  if (actor.type !== 'member') return 'operator'
  const user = await db.prisma.user.findUnique({ where: { id: actor.userId } })
  return user?.name ?? 'member'
}

/** Locks the owner, so that concurrent requests neither add two rows nor exceed the number of accounts. */
async function lockOwner(
  { deps: { maximumAccounts } }: Ctx<CredentialDeps>,
  db: Prisma.TransactionClient,
  organizationId: string | null,
): Promise<void> {
  await db.$queryRaw`SELECT id FROM installation FOR UPDATE`
  if (organizationId === null) return
  if ((await db.organization.count({ where: { id: organizationId } })) === 0) throw notFound('Organization')
  if (maximumAccounts === null) return
  const others = await db.providerCredential.groupBy({
    by: ['organizationId'],
    where: { organizationId: { not: null }, NOT: { organizationId } },
  })
  if (others.length < maximumAccounts) return
  throw new AppError(
    'CONFLICT',
    `Without Redis, at most ${maximumAccounts} organizations can have their own credentials. Ask the operator to set REDIS_URL.`,
  )
}
