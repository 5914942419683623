import type { SessionCookie } from '../../infra/session-cookie.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../context.ts'
import { AppError } from '../errors.ts'
import { type MemberActor, memberIn, membersOfSession } from '../members/session.ts'
import { ShortMemory } from '../short-memory.ts'
import { isRevokedHere } from './revoked-here.ts'
import { hashKey, hashText } from './secret.ts'

/** How long what was found good is taken for good: a revocation elsewhere is effective within this time. */
const CACHE_MILLISECONDS = 3_000
/** `last_used_at` is for people; a write per request would be for nobody. */
const LAST_USED_MILLISECONDS = 60_000

type KeyActor = Extract<Actor, { type: 'key' }>

/** What a request says about who sends it. */
export interface Credentials {
  /** The header `Authorization`. */
  authorization: string | null | undefined
  /** The header `Cookie`, from where sessions are taken; only where the page that sends it may use one. */
  cookie?: string | null | undefined
  /** The header `X-Organization`: in which of their organizations a member acts; the one joined first when not given. */
  organization?: string | null | undefined
}

/** Turns keys and sessions into actors. One per process: it remembers for a moment what it looked up. */
export class Authenticator {
  readonly #keys = new ShortMemory<KeyActor>(CACHE_MILLISECONDS)
  readonly #sessions = new ShortMemory<readonly MemberActor[]>(CACHE_MILLISECONDS)
  readonly #services: Services
  readonly #sessionCookie: SessionCookie | null

  /** Without a `sessionCookie` only keys are known. */
  constructor(services: Services, sessionCookie: SessionCookie | null = null) {
    this.#services = services
    this.#sessionCookie = sessionCookie
  }

  /**
   * The actor behind an `Authorization` header (specification §5).
   * @throws {AppError} UNAUTHORIZED when it is missing, malformed, unknown or revoked; one message for all.
   */
  async authenticate(authorization: string | null | undefined): Promise<KeyActor> {
    const key = /^Bearer (svc_[0-9A-Za-z]{20,100})$/i.exec(authorization ?? '')?.[1]
    if (!key) throw unauthorized()
    const name = hashText(key)
    const known = this.#keys.get(name)
    if (known && !isRevokedHere(known.keyId)) return known
    this.#keys.delete(name)
    const actor = await this.#lookUp(hashKey(key))
    this.#keys.set(name, actor)
    return actor
  }

  /**
   * The actor behind a key, or, where no `Authorization` is given, behind a session.
   * @throws {AppError} UNAUTHORIZED; FORBIDDEN for an organization the member does not belong to
   */
  async authenticateRequest({
    authorization,
    cookie,
    organization,
  }: Credentials): Promise<KeyActor | MemberActor> {
    const token = authorization ? null : this.#sessionCookie?.read(cookie)
    if (!token) return this.authenticate(authorization)
    let members = this.#sessions.get(token)
    if (!members) {
      members = await membersOfSession(this.#services, token)
      this.#sessions.set(token, members)
    }
    return memberIn(members, organization ?? null)
  }

  /** Looks again at the next request: the session in this header `Cookie` may have ended just now. */
  forgetSession(cookie: string | null | undefined): void {
    const token = this.#sessionCookie?.read(cookie)
    if (token) this.#sessions.delete(token)
  }

  async #lookUp(hash: Uint8Array<ArrayBuffer>): Promise<KeyActor> {
    const { apiKey } = this.#services.db.prisma
    const key = await apiKey.findUnique({ where: { hash } })
    if (!key || key.revokedAt) throw unauthorized()
    const now = Date.now()
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
