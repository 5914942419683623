import { valuesOf } from '../../definitions/fields/enumeration.ts'
import type { KeyScope } from '../../generated/prisma/enums.ts'
import { KEY_SCOPES } from '../foundation/actor.ts'
import type { Services } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'

/** Scopes that connected apps may request. No MCP tool needs the scope admin. */
export const APP_SCOPES = valuesOf(KEY_SCOPES).filter((scope) => scope !== 'admin')

/** Returns the scopes of the key of a connected app; null if it is revoked or unknown. */
export async function scopesOfKey({ db }: Services, keyId: string): Promise<readonly KeyScope[] | null> {
  if (!isUuid(keyId)) return null
  const key = await db.prisma.apiKey.findFirst({ where: { id: keyId, connected: true, revokedAt: null } })
  return key?.scopes ?? null
}
