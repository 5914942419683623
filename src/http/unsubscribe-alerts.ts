import { Hono } from 'hono'
import { unsubscribeFromAlerts } from '../core/alert-emails/unsubscribe.ts'
import type { AppServices } from '../core/context.ts'
import { AppError } from '../core/foundation/errors.ts'
import type { RequestGate } from '../core/keys/admission.ts'
import type { HttpEnv } from './environment.ts'
import { sendMessage } from './html-page.ts'
import { countAddress } from './rate.ts'
import { anonymousCtx } from './sender.ts'

const PATH = '/unsubscribe/alerts'

/**
 * Creates the app of the page that ends the emails about alerts to a member. Opening the link only shows a button, because
 * security programs open all links. Mail programs send the POST themselves (RFC 8058).
 */
export function createUnsubscribeAlertsApp({
  services,
  gate,
}: {
  services: AppServices
  gate: RequestGate
}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get(PATH, async (context) => {
    await countAddress(context, gate.limiter, 'unsubscribe')
    return sendMessage(context, {
      title: 'Stop emails about alerts?',
      text: 'The inbox of the dashboard still shows all alerts.',
      status: 200,
      form: (attributes) =>
        `<form method="post"><button type="submit"${attributes('button')}>Stop these emails</button></form>`,
    })
  })
  app.post(PATH, async (context) => {
    await countAddress(context, gate.limiter, 'unsubscribe')
    try {
      const input = { token: context.req.query('token') ?? '' }
      await unsubscribeFromAlerts({ ctx: anonymousCtx(services, context), input })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'BAD_REQUEST') throw error
      return sendMessage(context, {
        title: 'This link is not valid',
        text: 'Sign in and change your alert preferences in your account.',
        status: 400,
      })
    }
    return sendMessage(context, {
      title: 'You get no more emails about alerts',
      text: 'You can turn them on again in your account.',
      status: 200,
    })
  })
  return app
}
