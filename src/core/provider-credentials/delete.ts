import { z } from 'zod'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import type { CredentialRecord } from './definition.ts'
import { loadCredentials } from './load.ts'
import { type CredentialDeps, markChanged, ownerOf, vendorNamed } from './owner.ts'
import { readCredential } from './read.ts'

const inputSchema = z.strictObject({
  organizationId: uuidSchema.optional(),
  vendor: z.string('must be a text'),
})

/**
 * Deletes the stored credentials of an account for a vendor. Its questions then use the credentials of the
 * installation. For the same callers as `saveCredential`.
 * @returns the vendor without stored credentials
 * @throws {AppError} FORBIDDEN; BAD_REQUEST on `vendor`; NOT_FOUND if none are stored
 */
export async function deleteCredential({
  ctx,
  input,
}: {
  ctx: Ctx<CredentialDeps>
  input: z.input<typeof inputSchema>
}): Promise<CredentialRecord> {
  const organizationId = ownerOf(ctx, input, 'provider-credentials:manage')
  const { vendor: vendorId } = parse(inputSchema, input)
  const vendor = vendorNamed(ctx, vendorId)
  await transaction(ctx, async ({ db }) => {
    await db.$queryRaw`SELECT id FROM installation FOR UPDATE`
    const { count } = await db.providerCredential.deleteMany({ where: { organizationId, vendor: vendorId } })
    if (count === 0) throw notFound('Stored credential of this vendor')
    await markChanged(ctx, db, { organizationId, vendor, action: 'credential.deleted' })
  })
  await loadCredentials(ctx)
  return readCredential(ctx, { organizationId, vendor: vendorId })
}
