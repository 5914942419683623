import { z } from 'zod'
import { type Message, RecipientRefusedError } from '../infra/mailer.ts'
import type { AnonymousCtx } from './context.ts'
import { AppError } from './errors.ts'
import { badFields } from './parse.ts'

/** The paths of the pages of the dashboard that links open. */
const PAGES = {
  invitation: '/accept-invitation',
  passwordReset: '/reset-password',
  signIn: '/sign-in',
} as const

/** The token in a link, as `randomToken` makes it. */
export const linkTokenSchema = z
  .string('must be a text')
  .regex(/^[0-9A-Z]{52}$/, 'is not the token of a link')

/** BAD_REQUEST for a token that opens nothing: unknown, used, replaced or expired. */
export function invalidLink(): AppError {
  return badFields({
    token: 'is not valid any more: it was used, replaced or has expired; ask for a new link',
  })
}

/**
 * The link with a token to a page; only a path where no origin is known. The token is behind `#`, which browsers send to no
 * server, so that it gets into no log.
 */
export function linkTo(page: keyof typeof PAGES, token: string, origin: string | null): string {
  return `${origin ?? ''}${PAGES[page]}#token=${token}`
}

/**
 * Sends the link with a token by e-mail. Without a mail server the caller is given the link to pass it on.
 * @param text what the message says around the link
 * @returns null if it was sent, else the link; only a path where PUBLIC_URL is not set
 * @throws {AppError} SERVICE_UNAVAILABLE; UPSTREAM_ERROR when the mail server refuses the address
 */
export async function deliverLink(
  { deps: { mailer, publicUrl, logger }, requestId }: AnonymousCtx,
  {
    page,
    token,
    to,
    subject,
    text,
  }: {
    page: keyof typeof PAGES
    token: string
    text: (link: string) => string
  } & Pick<Message, 'to' | 'subject'>,
): Promise<string | null> {
  const link = linkTo(page, token, publicUrl)
  if (!mailer) return link
  try {
    await mailer.send({ to, subject, text: text(link) })
    return null
  } catch (error) {
    if (error instanceof RecipientRefusedError) {
      throw new AppError('UPSTREAM_ERROR', `The mail server refuses the address ${to}; correct it.`)
    }
    logger.error({ error, requestId }, 'a message could not be sent by e-mail')
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'The mail server cannot be reached, so that nothing was sent.',
      {
        retryAfter: 60,
      },
    )
  }
}
