import { LRUCache } from 'lru-cache'
import type { SessionCookie } from '../../infra/session-cookie.ts'
import { accessChanged, accessChanges, changedSince } from '../access-changes.ts'
import type { KeyActor, MemberActor } from '../actor.ts'
import type { Services } from '../context.ts'
import { AppError } from '../errors.ts'
import { hashToken } from '../ids.ts'
import { memberIn, membersOfSession } from '../members/session.ts'
import { hashText } from './secret.ts'

/** `ttl` is in milliseconds; a revocation by another process takes effect here within this time. */
const CACHE_OPTIONS = { max: 10_000, ttl: 3_000 }
/** The shortest time in milliseconds between two writes of `last_used_at` of a key: not every request causes one. */
const LAST_USED_INTERVAL = 60_000

/** What was read about a key or session, the id of the key or user it is about, and how many changes of access were known before. */
interface Found<Value> {
  value: Value
  owner: string
  changes: number
}

/** The headers of a request that identify its sender. */
export interface Credentials {
  /** The header `Authorization`. */
  authorization: string | null | undefined
  /** The header `Cookie`, which may hold a session; given only when the page that sent the request is trusted (see http/origin.ts). */
  cookie?: string | null | undefined
  /** The header `X-Organization`: the organization a member acts in; by default the one they joined first. */
  organization?: string | null | undefined
}

/** Authenticates keys and sessions. One per process: what it finds is cached for three seconds. */
export class Authenticator {
  readonly #keys = new LRUCache<string, Found<KeyActor>>(CACHE_OPTIONS)
  readonly #sessions = new LRUCache<string, Found<readonly MemberActor[]>>(CACHE_OPTIONS)
  readonly #services: Services
  readonly #sessionCookie: SessionCookie | null

  /** Without a `sessionCookie` only keys are accepted. */
  constructor(services: Services, sessionCookie: SessionCookie | null = null) {
    this.#services = services
    this.#sessionCookie = sessionCookie
  }

  /**
   * The actor of an `Authorization` header.
   * @throws {AppError} UNAUTHORIZED with one message for a missing, malformed, unknown and revoked key.
   */
  async authenticate(authorization: string | null | undefined): Promise<KeyActor> {
    const key = /^Bearer (svc_[0-9A-Za-z]{20,100})$/i.exec(authorization ?? '')?.[1]
    if (!key) throw unauthorized()
    const cacheKey = hashText(key)
    return current(this.#keys, cacheKey, async () => {
      const actor = await this.#lookUp(hashToken(key))
      return { value: actor, owner: actor.keyId }
    })
  }

  /**
   * The actor of a key or, without an `Authorization` header, of a session.
   * @throws {AppError} UNAUTHORIZED; FORBIDDEN for an organization the member does not belong to, and for a member of none
   */
  async authenticateRequest({
    authorization,
    cookie,
    organization,
  }: Credentials): Promise<KeyActor | MemberActor> {
    const token = authorization ? null : this.#sessionCookie?.read(cookie)
    if (!token) return this.authenticate(authorization)
    const members = await current(this.#sessions, token, async () => {
      const { userId, members } = await membersOfSession(this.#services, token)
      return { value: members, owner: userId }
    })
    return memberIn(members, organization ?? null)
  }

  /** Must be called when the session of a `Cookie` header has ended by other means than an operation of core. */
  forgetSession(cookie: string | null | undefined): void {
    const token = this.#sessionCookie?.read(cookie)
    if (!token) return
    this.#sessions.delete(token)
    accessChanged(token)
  }

  async #lookUp(hash: Uint8Array<ArrayBuffer>): Promise<KeyActor> {
    const { apiKey } = this.#services.db.prisma
    const key = await apiKey.findUnique({ where: { hash } })
    if (!key || key.revokedAt) throw unauthorized()
    const now = Date.now()
    if ((key.lastUsedAt?.getTime() ?? 0) < now - LAST_USED_INTERVAL) {
      await apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: new Date(now) } })
    }
    const { id, organizationId, projectId, admin } = key
    return { type: 'key', keyId: id, organizationId, projectId, admin }
  }
}

/** The cached value unless the access of its owner has changed since it was read; else what `read` finds. */
async function current<Value extends object>(
  cache: LRUCache<string, Found<Value>>,
  key: string,
  read: () => Promise<{ value: Value; owner: string }>,
): Promise<Value> {
  const known = cache.get(key)
  if (known && !changedSince(known.owner, known.changes)) return known.value
  cache.delete(key)
  const changes = accessChanges()
  const found = await read()
  cache.set(key, { ...found, changes })
  return found.value
}

function unauthorized(): AppError {
  return new AppError(
    'UNAUTHORIZED',
    'The API key is missing, malformed, unknown or revoked. Send the header: Authorization: Bearer svc_…',
  )
}
