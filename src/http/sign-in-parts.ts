import { z } from 'zod'
import type { AttemptLimiter, RateLimiter } from '../core/keys/admission.ts'
import type { OpenIdClaims } from '../core/open-id/sign-in.ts'
import type { SecondFactor } from '../core/two-factor/check.ts'
import type { Sender } from './sender.ts'

/** Operations on the sessions of members. `cookies` are values for the header Set-Cookie. */
export interface Sessions {
  /**
   * Returns null for a wrong password or an unknown address.
   * @param checkSecondFactor called with the id of the user after the password was right; if it does not return
   *   `passed`, no session is opened
   */
  open(
    attempt: { email: string; password: string; rememberMe?: boolean },
    sender: Sender,
    checkSecondFactor: (userId: string) => Promise<SecondFactor>,
  ): Promise<{ secondFactor: SecondFactor; user: object; cookies: string[] } | null>
  read(
    sender: Sender,
  ): Promise<{ found: { session: { token: string }; user: object } | null; cookies: string[] }>
  /** Opens a session for a user who proved their identity without a password. */
  openFor(userId: string, sender: Sender): Promise<{ user: object; cookies: string[] }>
  end(sender: Sender): Promise<{ cookies: string[] }>
}

/** Values of a started sign-in with OpenID Connect that must match the response of the identity provider. */
export const openIdFlowSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })
type OpenIdFlow = z.infer<typeof openIdFlowSchema>

/** A client for sign-in with OpenID Connect. It throws errors named OpenIdUnavailableError if the provider does not answer. */
export interface OpenIdClient {
  /** Name of the identity provider. */
  label: string
  /** Starts a sign-in. Returns the page of the identity provider to open. */
  begin(): Promise<{ url: string; flow: OpenIdFlow }>
  /** Verifies the response of the identity provider, a query string that starts with `?`. Throws if a check fails. */
  finish(query: string, flow: OpenIdFlow): Promise<OpenIdClaims>
}

/** Dependencies of the sign-in endpoints. */
export interface SignIn {
  sessions: Sessions
  /** Limits for requests that try a password or a token. */
  attempts: { byAddress: RateLimiter; byAccount: AttemptLimiter }
  /** Null if OpenID Connect is not configured. */
  openId: OpenIdClient | null
  /** Signs the cookie that identifies known devices. */
  deviceSecret: string
}

/** Maximum size of a body in bytes. */
export const MAX_BODY_SIZE = 8_000
