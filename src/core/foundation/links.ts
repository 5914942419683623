import { z } from 'zod'
import { type Mailer, type Message, RecipientRefusedError } from '../../infra/mailer.ts'
import type { AnonymousCtx } from './context.ts'
import { AppError } from './errors.ts'
import { hashToken, randomToken } from './ids.ts'
import { badFields } from './parse.ts'

/** Dashboard pages that links open. */
const PAGES = {
  invitation: '/accept-invitation',
  passwordReset: '/reset-password',
  signIn: '/sign-in',
  setup: '/setup',
} as const

/** Dependencies of verbs that send links. */
export interface MailDeps {
  /** Null if no mail server is configured. */
  mailer: Mailer | null
  /** Origin under which users reach the installation; null if PUBLIC_URL is not set. */
  publicUrl: string | null
}

/** Token in a link, created by `randomToken`. */
export const linkTokenSchema = z
  .string('must be a text')
  .regex(/^[0-9A-Z]{52}$/, 'is not the token of a link')

/** Returns a new token for a link, and the columns to store: its hash, creation and expiry. */
export function createLinkToken({ now }: AnonymousCtx, hours: number) {
  const token = randomToken()
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + hours * 3_600_000)
  return { token, columns: { tokenHash: hashToken(token), createdAt, expiresAt } }
}

/** Returns the filter for the row of a token that has not expired. */
export function openLink({ now }: AnonymousCtx, token: string) {
  return { tokenHash: hashToken(token), expiresAt: { gt: now() } }
}

/** Returns BAD_REQUEST for a token that is unknown, used, replaced or expired. */
export function invalidLink(): AppError {
  return badFields({
    token: 'is no longer valid: it was used, replaced or has expired; ask for a new link',
  })
}

/**
 * Returns the link to a page with a token; without an origin, only its path. The token follows `#`, so browsers do not
 * send it to servers and it does not appear in logs.
 */
export function linkTo(page: keyof typeof PAGES, token: string, origin: string | null): string {
  return `${origin ?? ''}${PAGES[page]}#token=${token}`
}

/**
 * Sends a link with a token by email. Without a mail server, returns the link so that the caller can pass it on.
 * @param message.text returns the message text with the link
 * @param message.withdraw deletes the stored link; called if the link could not be sent
 * @returns null if the link was sent, otherwise the link; only its path if PUBLIC_URL is not set
 * @throws {AppError} SERVICE_UNAVAILABLE; UPSTREAM_ERROR if the mail server rejects the address
 */
export async function deliverLink(
  { deps: { mailer, publicUrl, logger }, requestId }: AnonymousCtx<MailDeps>,
  {
    page,
    token,
    to,
    subject,
    text,
    withdraw,
  }: {
    page: keyof typeof PAGES
    token: string
    text: (link: string) => string
    withdraw: () => Promise<unknown>
  } & Pick<Message, 'to' | 'subject'>,
): Promise<string | null> {
  const link = linkTo(page, token, publicUrl)
  if (!mailer) return link
  try {
    await mailer.send({ to, subject, text: text(link) })
    return null
  } catch (error) {
    await withdraw()
    if (error instanceof RecipientRefusedError) {
      throw new AppError('UPSTREAM_ERROR', `The mail server rejects the address ${to}; correct it.`)
    }
    logger.error({ error, requestId }, 'an email could not be sent')
    throw new AppError('SERVICE_UNAVAILABLE', 'The mail server cannot be reached, so no email was sent.', {
      retryAfter: 60,
    })
  }
}
