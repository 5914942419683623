import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import type { TwoFactor } from '../../generated/prisma/client.ts'
import type { SecretDeps } from '../foundation/secrets.ts'

/** What a two-factor row stores encrypted. */
const contentsSchema = z.object({
  /** Secret of the authenticator app, in base 32. */
  secret: z.string(),
  /** Recovery codes that were not used yet. */
  recoveryCodes: z.array(z.string()),
})
export type TwoFactorContents = z.infer<typeof contentsSchema>

/** Seconds for which a code is shown. */
const PERIOD = 30
/** Number of previous and next codes that are accepted too, because clocks differ and people type slowly. */
const WINDOW = 1

const RECOVERY_CODES = 10
/** Lower-case letters and digits that are not easily confused. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Returns a new secret with new recovery codes, each of about 59 random bits. */
export function createContents(): TwoFactorContents {
  const letters = (length: number) =>
    Array.from({ length }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
  return {
    secret: new Secret({ size: 20 }).base32,
    recoveryCodes: Array.from({ length: RECOVERY_CODES }, () => `${letters(6)}-${letters(6)}`),
  }
}

export function sealContents({ secrets }: SecretDeps, contents: TwoFactorContents): Uint8Array<ArrayBuffer> {
  return secrets.seal(JSON.stringify(contents))
}

/** @throws {SecretError} if the row was encrypted with another key */
export function openContents({ secrets }: SecretDeps, { sealed }: TwoFactor): TwoFactorContents {
  return contentsSchema.parse(JSON.parse(secrets.open(sealed)))
}

/** Returns the `otpauth:` URI that authenticator apps read from a QR code. */
export function uriOf({ secret }: TwoFactorContents, email: string): string {
  return new TOTP({ issuer: 'Answergraph', label: email, secret, period: PERIOD }).toString()
}

/**
 * Returns the time step (RFC 6238) of a code from the app.
 * @param after the last step whose code was accepted; earlier codes are not accepted again
 * @returns null for a wrong or used code
 */
export function stepOf(contents: TwoFactorContents, code: string, at: Date, after: number): number | null {
  const secret = Secret.fromBase32(contents.secret)
  const delta = TOTP.validate({
    token: code,
    secret,
    period: PERIOD,
    timestamp: at.getTime(),
    window: WINDOW,
  })
  if (delta === null) return null
  const step = Math.floor(at.getTime() / 1_000 / PERIOD) + delta
  return step > after ? step : null
}
