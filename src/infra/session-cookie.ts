import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** How a session is carried by browsers. */
export interface SessionCookie {
  /**
   * The token in a header Cookie, once its signature is found good.
   * @returns null when there is none, or none that was made here
   */
  read(header: string | null | undefined): string | null
}

/** Before the name of each cookie of ours. */
export const COOKIE_PREFIX = 'answergraph'

/** What sessions are signed with: derived from the installation's own key (HKDF-SHA-256, RFC 5869). */
export function sessionSecret(secretKey: string): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'answergraph sessions 1', 32)).toString('base64')
}

/**
 * Reads what better-auth writes: `token.signature`, HMAC-SHA-256 in base 64, URL-encoded. Here, for the library is slow to
 * load and every request of a member brings one. With `secure` the name is one that browsers take over https only.
 */
export function createSessionCookie({ secret, secure }: { secret: string; secure: boolean }): SessionCookie {
  const name = `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token=`
  return {
    read(header) {
      const cookie = header?.split(';').find((part) => part.trimStart().startsWith(name))
      const value = cookie?.trim().slice(name.length) ?? ''
      const [, token, signature] =
        /^(\w{16,64})\.((?:[\w+/]|%2[Bb]|%2[Ff]){43}(?:=|%3[Dd]))$/.exec(value) ?? []
      if (!token || !signature) return null
      const given = Buffer.from(decodeURIComponent(signature), 'base64')
      const good = createHmac('sha256', secret).update(token).digest()
      return given.length === good.length && timingSafeEqual(given, good) ? token : null
    },
  }
}
