import type { Actor } from '../actor.ts'
import type { Services } from '../context.ts'
import { AppError } from '../errors.ts'
import { hashKey } from './secret.ts'

/** How long a key that was found good is taken for good: a revocation is effective within this time everywhere. */
const CACHE_MILLISECONDS = 3_000
const CACHE_ENTRIES = 10_000
/** `last_used_at` is for people; a write per request would be for nobody. */
const LAST_USED_MILLISECONDS = 60_000

type KeyActor = Extract<Actor, { type: 'key' }>

/** Turns keys into actors. One per process: it remembers for a moment what it looked up. */
export class Authenticator {
  readonly #known = new Map<string, { actor: KeyActor; until: number }>()
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  /**
   * The actor behind an `Authorization` header (specification §5).
   * @throws {AppError} UNAUTHORIZED when it is missing, malformed, unknown or revoked; one message for all.
   */
  async authenticate(authorization: string | null | undefined): Promise<KeyActor> {
    const key = /^Bearer (svc_[0-9A-Za-z]{20,100})$/i.exec(authorization ?? '')?.[1]
    if (!key) throw unauthorized()
    const hash = hashKey(key)
    const name = Buffer.from(hash).toString('base64')
    const now = Date.now()
    const known = this.#known.get(name)
    if (known && known.until > now) return known.actor
    this.#known.delete(name)
    const actor = await this.#lookUp(hash, now)
    if (this.#known.size >= CACHE_ENTRIES) this.#known.clear()
    this.#known.set(name, { actor, until: now + CACHE_MILLISECONDS })
    return actor
  }

  async #lookUp(hash: Uint8Array<ArrayBuffer>, now: number): Promise<KeyActor> {
    const { apiKey } = this.#services.db.prisma
    const key = await apiKey.findUnique({ where: { hash } })
    if (!key || key.revokedAt) throw unauthorized()
    if ((key.lastUsedAt?.getTime() ?? 0) < now - LAST_USED_MILLISECONDS) {
      await apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: new Date(now) } })
    }
    const { id, organizationId, projectId, admin } = key
    return { type: 'key', keyId: id, organizationId, projectId, admin }
  }
}

function unauthorized(): AppError {
  return new AppError(
    'UNAUTHORIZED',
    'The API key is missing, malformed, unknown or revoked. Send the header: Authorization: Bearer svc_…',
  )
}
