import type { AttemptLimiter, RateLimiter } from '../core/keys/admission.ts'
import type { Sender } from './sender.ts'

/** Operations on the sessions of members. `cookies` are values for the header Set-Cookie. */
export interface Sessions {
  /** Returns null for a wrong password or an unknown address. */
  open(
    attempt: { email: string; password: string; rememberMe?: boolean },
    sender: Sender,
  ): Promise<{ user: object; cookies: string[] } | null>
  read(
    sender: Sender,
  ): Promise<{ found: { session: { token: string }; user: object } | null; cookies: string[] }>
  /** Opens a session for a user who proved their identity without a password. */
  openFor(userId: string, sender: Sender): Promise<{ user: object; cookies: string[] }>
  end(sender: Sender): Promise<{ cookies: string[] }>
}

/** Dependencies of the sign-in endpoints. */
export interface SignIn {
  sessions: Sessions
  /** Limits for requests that try a password or a token. */
  attempts: { byAddress: RateLimiter; byAccount: AttemptLimiter }
  /** Signs the cookie that identifies known devices. */
  deviceSecret: string
}

/** Maximum size of a body in bytes. */
export const MAX_BODY_SIZE = 8_000
