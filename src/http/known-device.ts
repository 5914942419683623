import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { newId } from '../core/ids.ts'
import type { HttpEnv } from './environment.ts'

/** Seconds for which a browser remembers: half a year. */
const MAXIMUM_AGE = 180 * 86_400

/** Remembers in a browser which account last signed in with it. */
export interface KnownDevices {
  /** The id of the browser if the account has signed in with it, else null. */
  read(context: Context<HttpEnv>, email: string): Promise<string | null>
  /** Must be called when the account signs in. */
  remember(context: Context<HttpEnv>, email: string): Promise<void>
}

/**
 * Known devices by a signed cookie ("device cookie", OWASP: Slow Down Online Guessing Attacks with Device Cookies). It allows
 * nothing by itself: it separates the attempts of people who have signed in before from those of strangers.
 * @param secure whether the site is reached over https
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
        maxAge: MAXIMUM_AGE,
        secure,
        ...(prefix && { prefix }),
      })
    },
  }
}

/** The subject of the limit of failed attempts at an account: the browser if it is known, else the account. */
export async function accountSubject(
  context: Context<HttpEnv>,
  devices: KnownDevices,
  email: string,
): Promise<string> {
  const device = await devices.read(context, email)
  return device ? `device:${device}` : `account:${accountDigest(email)}`
}

/** An e-mail address in a form that may be stored where addresses should not be: cookies, and keys of limits. */
function accountDigest(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
