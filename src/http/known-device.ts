import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { newId } from '../core/foundation/ids.ts'
import type { HttpEnv } from './environment.ts'

/** Lifetime of the cookie in seconds: half a year. */
const MAX_AGE = 180 * 86_400

/** Remembers which account last signed in with a browser. */
export interface KnownDevices {
  /** Returns the id of the browser if the account has signed in with it, otherwise null. */
  read(context: Context<HttpEnv>, email: string): Promise<string | null>
  /** Must be called when the account signs in. */
  remember(context: Context<HttpEnv>, email: string): Promise<void>
}

/**
 * Recognizes devices by a signed cookie ("device cookie", OWASP: Slow Down Online Guessing Attacks with Device Cookies). The
 * cookie does not grant access. Sign-in attempts from known devices are counted separately, so that failed attempts of
 * strangers cannot lock a member out.
 * @param options.secure whether users reach the site over https
 */
export function createKnownDevices({ secret, secure }: { secret: string; secure: boolean }): KnownDevices {
  const name = 'answergraph.device'
  const prefix = secure ? 'secure' : undefined
  const read = async (context: Context<HttpEnv>, email: string) => {
    const [id, account] = ((await getSignedCookie(context, secret, name, prefix)) || '').split('.')
    return id && account === accountDigest(email) ? id : null
  }
  return {
    read,
    async remember(context, email) {
      const id = (await read(context, email)) ?? newId()
      await setSignedCookie(context, name, `${id}.${accountDigest(email)}`, secret, {
        httpOnly: true,
        sameSite: 'Lax',
        path: '/api/auth',
        maxAge: MAX_AGE,
        secure,
        ...(prefix && { prefix }),
      })
    },
  }
}

/** Returns the subject to count failed sign-in attempts for: the browser if it is known, otherwise the account. */
export async function accountSubject(
  context: Context<HttpEnv>,
  devices: KnownDevices,
  email: string,
): Promise<string> {
  const device = await devices.read(context, email)
  return device ? `device:${device}` : `account:${accountDigest(email)}`
}

/** Hashes an email address, because cookies and the keys of rate limits should not contain addresses. */
function accountDigest(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
