import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The cookie that contains a member's session. */
export interface SessionCookie {
  /** Returns the session token in a header Cookie; null without a token or for an invalid signature. */
  read(header: string | null | undefined): string | null
}

/** Prefix of the names of all cookies. */
export const COOKIE_PREFIX = 'answergraph'

/** Derives the key that signs the cookies of sessions, known devices or OAuth from SECRET_KEY (HKDF-SHA-256, RFC 5869), in base64. */
export function cookieSecret(secretKey: string, cookies: 'sessions' | 'devices' | 'oauth'): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `answergraph ${cookies} 1`, 32)).toString('base64')
}

/**
 * Creates a reader of better-auth's cookie, which is `token.signature` with a URL-encoded HMAC-SHA-256 in base64. This is our own
 * code because the library is slow to load and every request of a member has this cookie. With `secure`, the name starts with
 * `__Secure-`, which browsers accept only over https.
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
      const actual = Buffer.from(decodeURIComponent(signature), 'base64')
      const expected = createHmac('sha256', secret).update(token).digest()
      return actual.length === expected.length && timingSafeEqual(actual, expected) ? token : null
    },
  }
}
