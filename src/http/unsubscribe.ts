import { type Context, Hono } from 'hono'
import { unsubscribeFromAlerts } from '../core/alert-emails/unsubscribe.ts'
import type { AppServices } from '../core/context.ts'
import { AppError } from '../core/foundation/errors.ts'
import type { RequestGate } from '../core/keys/admission.ts'
import type { HttpEnv } from './environment.ts'
import { countAddress } from './rate.ts'
import { anonymousCtx } from './sender.ts'

/**
 * Creates the app for the unsubscribe links of e-mails. Opening a link only shows a button, because mail scanners open
 * links. Mail programs send the POST themselves (RFC 8058).
 */
export function createUnsubscribeApp({
  services,
  gate,
}: {
  services: AppServices
  gate: RequestGate
}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/unsubscribe/alerts', async (context) => {
    await countAddress(context, gate.limiter)
    return page(
      context,
      'Stop e-mails about alerts?',
      '<form method="post"><button>Stop these e-mails</button></form>',
    )
  })
  app.post('/unsubscribe/alerts', async (context) => {
    await countAddress(context, gate.limiter)
    try {
      const input = { token: context.req.query('token') ?? '' }
      await unsubscribeFromAlerts({ ctx: anonymousCtx(services, context), input })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'BAD_REQUEST') throw error
      return page(
        context,
        'This link is not valid.',
        '<p>Sign in and change your alert preferences.</p>',
        400,
      )
    }
    return page(
      context,
      'You get no more e-mails about alerts.',
      '<p>You can turn them on again in your account.</p>',
    )
  })
  return app
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}:root{color-scheme:light dark}'

function page(context: Context<HttpEnv>, title: string, content: string, status: 200 | 400 = 200): Response {
  context.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  )
  context.header('Referrer-Policy', 'no-referrer')
  context.header('Cache-Control', 'no-store')
  context.header('X-Robots-Tag', 'noindex')
  return context.html(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1>${content}</body></html>`,
    status,
  )
}
