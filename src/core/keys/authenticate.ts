import { LRUCache } from 'lru-cache'
import type { ApiKey } from '../../generated/prisma/client.ts'
import type { SessionCookie } from '../../infra/session-cookie.ts'
import { accessChanged, accessChanges, changedSince } from '../access/access-changes.ts'
import type { KeyActor, MemberActor } from '../foundation/actor.ts'
import type { Services } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { hashToken } from '../foundation/ids.ts'
import { memberIn, membersOfSession } from '../members/session.ts'
import { subjectOf } from './rate-subject.ts'
import { hashText } from './secret.ts'

/** `ttl` is in milliseconds. Revocations by other processes take effect here within this time. */
const CACHE_OPTIONS = { max: 10_000, ttl: 3_000 }
/** Minimum milliseconds between two updates of a key's `last_used_at`, so that not every request writes. */
const LAST_USED_INTERVAL = 60_000

/** Cached data about a key or session. */
interface Cached<Value> {
  value: Value
  /** Id of the key, or of the user of the session. */
  owner: string
  /** Value of {@link accessChanges} before the data was read. */
  changes: number
}

/** Request headers that identify the sender. */
export interface Credentials {
  /** Header `Authorization`. */
  authorization: string | null | undefined
  /** Header `Cookie`, which may contain a session. Set only if the page that sent the request is trusted (http/origin.ts). */
  cookie?: string | null | undefined
  /** Whether access tokens of connected apps are accepted, which are issued for MCP only. */
  accessTokens?: boolean
  /** Header `X-Organization`: the organization that a member acts in; by default the one they joined first. */
  organization?: string | null | undefined
}

/** Authenticates keys and sessions, and caches them for three seconds. There is one instance per process. */
export class Authenticator {
  readonly #keys = new LRUCache<string, Cached<KeyActor>>(CACHE_OPTIONS)
  readonly #sessions = new LRUCache<string, Cached<readonly MemberActor[]>>(CACHE_OPTIONS)
  /** Rate limit subjects by credentials, for as long as a caller stays active. */
  readonly #callers = new LRUCache<string, string>({ max: 10_000 })
  readonly #services: Services
  readonly #sessionCookie: SessionCookie | null

  /** Accepts only keys if there is no `sessionCookie`. */
  constructor(services: Services, sessionCookie: SessionCookie | null = null) {
    this.#services = services
    this.#sessionCookie = sessionCookie
  }

  /**
   * Returns the actor of an `Authorization` header.
   * @throws {AppError} UNAUTHORIZED, with the same message for missing, malformed, unknown and revoked keys
   */
  async authenticate(authorization: string | null | undefined): Promise<KeyActor> {
    const key = /^Bearer (svc_[0-9A-Za-z]{20,100})$/i.exec(authorization ?? '')?.[1]
    if (!key) throw unauthorized()
    const { apiKey } = this.#services.db.prisma
    return this.#cached(key, () => apiKey.findUnique({ where: { hash: hashToken(key) } }))
  }

  /**
   * Returns the actor of a connected app's key.
   * @throws {AppError} UNAUTHORIZED, also for an expired token and after the key was revoked
   */
  async #authenticateAccessToken(authorization: string): Promise<KeyActor> {
    const token = /^Bearer ([\w-]{20,100})$/i.exec(authorization)?.[1]
    if (!token) throw unauthorized()
    const { oauthRecord } = this.#services.db.prisma
    return this.#cached(token, async () => {
      const idHash = hashToken(token)
      const found = await oauthRecord.findUnique({
        where: { model_idHash: { model: 'AccessToken', idHash }, expiresAt: { gt: this.#services.now() } },
        include: { key: true },
      })
      return found?.key ?? null
    })
  }

  /**
   * Returns the actor of a key or, without an `Authorization` header, of a session.
   * @throws {AppError} UNAUTHORIZED; FORBIDDEN for an organization that the user does not belong to, and for a user
   *   without an organization
   */
  async authenticateRequest(credentials: Credentials): Promise<KeyActor | MemberActor> {
    const actor = await this.#authenticateCredentials(credentials)
    const text = credentials.authorization || credentials.cookie
    if (text) this.#callers.set(hashText(text), subjectOf(actor))
    return actor
  }

  /** Returns who sent these credentials before, without checking that they are still valid; null if they are unknown. */
  knownCaller({ authorization, cookie }: Partial<Credentials>): string | null {
    const text = authorization || cookie
    return (text && this.#callers.get(hashText(text))) || null
  }

  async #authenticateCredentials({
    authorization,
    cookie,
    organization,
    accessTokens = false,
  }: Credentials): Promise<KeyActor | MemberActor> {
    if (accessTokens && authorization && !/^Bearer svc_/i.test(authorization))
      return this.#authenticateAccessToken(authorization)
    const token = authorization ? null : this.#sessionCookie?.read(cookie)
    if (!token) return this.authenticate(authorization)
    const members = await current(this.#sessions, token, async () => {
      const { userId, members } = await membersOfSession(this.#services, token)
      return { value: members, owner: userId }
    })
    return memberIn(members, organization ?? null)
  }

  /**
   * Removes the session of a `Cookie` header from the cache. Call it if something other than a core operation ended it.
   */
  forgetSession(cookie: string | null | undefined): void {
    const token = this.#sessionCookie?.read(cookie)
    if (!token) return
    this.#sessions.delete(token)
    accessChanged(token)
  }

  /** Returns the actor of a credential from the cache, or of the key that `find` returns. */
  async #cached(credential: string, find: () => Promise<ApiKey | null>): Promise<KeyActor> {
    return current(this.#keys, hashText(credential), async () => {
      const key = await find()
      if (!key || key.revokedAt) throw unauthorized()
      const now = Date.now()
      if ((key.lastUsedAt?.getTime() ?? 0) < now - LAST_USED_INTERVAL) {
        const { apiKey } = this.#services.db.prisma
        await apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: new Date(now) } })
      }
      const { id, organizationId, projectId, scopes } = key
      return { value: { type: 'key', keyId: id, organizationId, projectId, scopes }, owner: id }
    })
  }
}

/** Returns the cached value, or reads it again if the access of its owner has changed since. */
async function current<Value extends object>(
  cache: LRUCache<string, Cached<Value>>,
  key: string,
  read: () => Promise<{ value: Value; owner: string }>,
): Promise<Value> {
  const cached = cache.get(key)
  if (cached && !changedSince(cached.owner, cached.changes)) return cached.value
  cache.delete(key)
  const changes = accessChanges()
  const fresh = await read()
  cache.set(key, { ...fresh, changes })
  return fresh.value
}

function unauthorized(): AppError {
  return new AppError(
    'UNAUTHORIZED',
    'The API key is missing, malformed, unknown or revoked. Send the header: Authorization: Bearer svc_…',
  )
}
