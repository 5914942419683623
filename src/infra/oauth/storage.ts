import { hash } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'

/** Milliseconds for which a registered app is kept before a member approves it, and after its last use. */
const UNUSED_CLIENT_LIFETIME = 24 * 3_600_000
const CLIENT_LIFETIME = 365 * 24 * 3_600_000

/**
 * Stores the records of oidc-provider in the table `oauth_record`. Only hashes of ids are stored, because the id of a code or
 * token is its secret.
 * @param onRevoked called with the ids of keys after their codes and tokens were deleted, because the app revoked them or used one
 *   twice
 */
export function createOAuthStorage(
  prisma: PrismaClient,
  onRevoked: (keyIds: readonly string[]) => Promise<void>,
): (model: string) => Adapter {
  const { oauthRecord } = prisma
  return (model) => {
    const byId = (id: string) => ({ model, idHash: hashId(id) })
    return {
      async upsert(id, { jti: _, ...payload }, expiresIn) {
        const lifetime = expiresIn === undefined ? UNUSED_CLIENT_LIFETIME : expiresIn * 1_000
        const { accountId = null, grantId = null, clientId } = payload
        const values = {
          payload: payload as Prisma.InputJsonObject,
          keyId: accountId,
          grantId: model === 'Grant' ? id : grantId,
          expiresAt: new Date(Date.now() + lifetime),
        }
        await oauthRecord.upsert({
          where: { model_idHash: byId(id) },
          create: { ...byId(id), ...values },
          update: values,
        })
        if (grantId === null || clientId === undefined) return
        await oauthRecord.updateMany({
          where: { model: 'Client', idHash: hashId(clientId) },
          data: { expiresAt: new Date(Date.now() + CLIENT_LIFETIME) },
        })
      },
      async find(id) {
        const record = await oauthRecord.findUnique({
          where: { model_idHash: byId(id), expiresAt: { gt: new Date() } },
        })
        return record ? { ...toPayload(record), ...(model !== 'Client' && { jti: id }) } : undefined
      },
      async findByUid(uid) {
        const record = await oauthRecord.findFirst({
          where: { model, payload: { path: ['uid'], equals: uid }, expiresAt: { gt: new Date() } },
        })
        return record ? toPayload(record) : undefined
      },
      // User codes belong to the device flow, which is turned off.
      findByUserCode: async () => undefined,
      async consume(id) {
        const { count } = await oauthRecord.updateMany({
          where: { ...byId(id), consumedAt: null },
          data: { consumedAt: new Date() },
        })
        if (count > 0) return
        // The library checks this before, but two requests at the same time would both pass.
        const { errors } = await import('oidc-provider')
        throw new errors.InvalidGrant('the code or token was already used')
      },
      async destroy(id) {
        await oauthRecord.deleteMany({ where: byId(id) })
      },
      async revokeByGrantId(grantId) {
        const records = await oauthRecord.findMany({ where: { grantId } })
        await oauthRecord.deleteMany({ where: { grantId } })
        await onRevoked([...new Set(records.flatMap(({ keyId }) => keyId ?? []))])
      },
    }
  }
}

function hashId(id: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', id, 'buffer'))
}

function toPayload({
  payload,
  consumedAt,
}: {
  payload: Prisma.JsonValue
  consumedAt: Date | null
}): AdapterPayload {
  return {
    ...(payload as AdapterPayload),
    ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1_000) }),
  }
}
