import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The cookie that holds a member's session. */
export interface SessionCookie {
  /**
   * The session token in a header Cookie.
   * @returns null when there is none or its signature is not valid
   */
  read(header: string | null | undefined): string | null
}

/** Prefix of the names of all cookies. */
export const COOKIE_PREFIX = 'answergraph'

/** The key that signs the cookies of sessions or of known devices, in base64: derived from SECRET_KEY (HKDF-SHA-256, RFC 5869). */
export function cookieSecret(secretKey: string, cookies: 'sessions' | 'devices'): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `answergraph ${cookies} 1`, 32)).toString('base64')
}

/**
 * Reads the cookie that better-auth writes: `token.signature`, an HMAC-SHA-256 in base64, URL-encoded. Done here because the
 * library is slow to load and every request of a member has this cookie. With `secure` the name begins with `__Secure-`,
 * which browsers accept over https only.
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
      const expected = createHmac('sha256', secret).update(token).digest()
      return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
    },
  }
}
