import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { AppServices } from '../core/context.ts'
import type { AttemptLimiter, RequestGate } from '../core/keys/admission.ts'
import { SHARE_PATH } from '../core/share-links/definition.ts'
import {
  countView,
  GRANT_DURATION,
  grantAccess,
  isGranted,
  type OpenedLink,
  openShareLink,
  renderSharedReport,
} from '../core/share-links/open.ts'
import { countFailures } from './attempts.ts'
import { readBody } from './body.ts'
import type { HttpEnv } from './environment.ts'
import { sendMessage, sendPage } from './html-page.ts'
import { respondWithPage } from './page-errors.ts'
import { countAddress } from './rate.ts'
import { anonymousCtx } from './sender.ts'

/** Limits for wrong passwords of shared pages. */
export interface SharePasswordLimits {
  /** For one client address and one link. */
  bySender: AttemptLimiter
  /** For one link, from all addresses. */
  byLink: AttemptLimiter
}

const COOKIE = 'answergraph.share'

/** Maximum size of a form with a password, in bytes. */
const MAX_FORM_SIZE = 4_096

/**
 * Creates the app of the pages that shared links open: the report, a form for the password, or the reason why the link does not
 * work. The only cookie is set after the right password, and is sent to this page only.
 */
export function createShareApp({
  services,
  gate,
  passwordLimits,
  publicUrl,
}: {
  services: AppServices
  gate: RequestGate
  passwordLimits: SharePasswordLimits
  publicUrl: string | null
}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const path = `${SHARE_PATH}/:token`
  app.onError(respondWithPage(services.deps.logger))

  app.get(path, async (context) => {
    const ctx = anonymousCtx(services, context)
    const opened = await findLink(context)
    if (opened instanceof Response) return opened
    const { passwordHash } = opened
    if (passwordHash !== null && !isGranted(ctx, opened, getCookie(context, COOKIE) ?? ''))
      return askForPassword(context, opened)
    return showReport(context, opened)
  })

  app.post(path, async (context) => {
    const ctx = anonymousCtx(services, context)
    const opened = await findLink(context)
    if (opened instanceof Response) return opened
    const { id } = opened.link
    const form = new URLSearchParams((await readBody(context.env.incoming, MAX_FORM_SIZE)).toString('utf8'))
    const attempt = () => grantAccess(ctx, opened, form.get('password') ?? '')
    const grant = await countFailures(
      passwordLimits.bySender,
      `share:${id}:${context.env.exchange.address}`,
      () => countFailures(passwordLimits.byLink, `share:${id}`, attempt),
    )
    if (grant === null) return askForPassword(context, opened, { wrong: true })
    setCookie(context, COOKIE, grant, {
      httpOnly: true,
      sameSite: 'Lax',
      secure: publicUrl?.startsWith('https:') ?? false,
      path: context.req.path,
      maxAge: GRANT_DURATION / 1_000,
    })
    return context.redirect(context.req.path, 303)
  })

  /** Returns the active link of a request, or a response that explains why there is none. */
  async function findLink(context: Context<HttpEnv>): Promise<OpenedLink | Response> {
    await countAddress(context, gate.limiter, 'share')
    const opened = await openShareLink({
      ctx: anonymousCtx(services, context),
      input: { token: context.req.param('token') ?? '' },
    })
    if (!opened) {
      return sendMessage(context, {
        title: 'This link does not exist',
        text: 'Check that the address is complete, or ask the person who sent it for a new link.',
        status: 404,
      })
    }
    switch (opened.link.status) {
      case 'active':
        return opened
      case 'expired':
        return sendMessage(context, {
          title: 'This link has expired',
          text: 'Ask the person who sent it for a new link.',
          status: 410,
          branding: opened.branding,
        })
      case 'revoked':
        return sendMessage(context, {
          title: 'This link was revoked',
          text: 'The report is no longer shared. Ask the person who sent the link for a new one.',
          status: 410,
          branding: opened.branding,
        })
    }
  }

  async function showReport(context: Context<HttpEnv>, opened: OpenedLink): Promise<Response> {
    const ctx = anonymousCtx(services, context)
    const report = await renderSharedReport(ctx, opened)
    if (!report) {
      return sendMessage(context, {
        title: 'There is no report yet',
        text: 'No run has ended yet. Open this link again later.',
        status: 404,
        branding: opened.branding,
      })
    }
    if (context.req.method === 'GET') await countView(ctx, opened)
    return sendPage(context, report)
  }

  return app
}

function askForPassword(
  context: Context<HttpEnv>,
  { branding }: OpenedLink,
  { wrong = false } = {},
): Response {
  return sendMessage(context, {
    title: 'This report has a password',
    text: 'Enter the password that you received with the link.',
    status: wrong ? 403 : 200,
    branding,
    form: (attributes) =>
      `${wrong ? `<p role="alert"${attributes('error')}>This password is wrong.</p>` : ''}<form method="post"><label>Password<input type="password" name="password" required autocomplete="off" autofocus${attributes('field')}></label><button type="submit"${attributes('button')}>Show the report</button></form>`,
  })
}
