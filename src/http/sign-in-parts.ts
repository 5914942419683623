import type { AttemptLimiter, RateLimiter } from '../core/admission.ts'
import type { Sender } from './sender.ts'

/** What opens, reads and ends the sessions of members. `cookies` are values of the header Set-Cookie. */
export interface Sessions {
  /** Null for a wrong password and for an unknown address. */
  open(
    attempt: { email: string; password: string; rememberMe?: boolean },
    sender: Sender,
  ): Promise<{ user: object; cookies: string[] } | null>
  read(
    sender: Sender,
  ): Promise<{ found: { session: { token: string }; user: object } | null; cookies: string[] }>
  /** Opens a session of a user who has proved otherwise who they are. */
  openFor(userId: string, sender: Sender): Promise<{ user: object; cookies: string[] }>
  end(sender: Sender): Promise<{ cookies: string[] }>
}

/** What signing in needs. */
export interface SignIn {
  sessions: Sessions
  /** Limits of the requests that try a password or a token. */
  attempts: { byAddress: RateLimiter; byAccount: AttemptLimiter }
  /** Signs the cookie by which known devices are told from others. */
  deviceSecret: string
}

/** Maximum size of a body in bytes. */
export const MAXIMUM_BODY = 8_000
