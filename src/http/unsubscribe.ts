import { type Context, Hono } from 'hono'
import type { AppServices } from '../core/context.ts'
import type { RequestGate } from '../core/keys/admission.ts'
import {
  type FoundSubscription,
  findSubscription,
  setSubscribed,
  UNSUBSCRIBE_PATH,
} from '../core/report-schedules/unsubscribe.ts'
import { readBody } from './body.ts'
import type { HttpEnv } from './environment.ts'
import { sendMessage } from './html-page.ts'
import { respondWithPage } from './page-errors.ts'
import { countAddress } from './rate.ts'
import { anonymousCtx } from './sender.ts'

/** Maximum size of a form, in bytes. */
const MAX_FORM_SIZE = 1_024

/**
 * Creates the app of the page that ends a subscription to reports. The link itself changes nothing, because security programs open
 * all links of emails. Email programs send a POST request (RFC 8058), and so do the buttons of the page.
 */
export function createUnsubscribeApp({
  services,
  gate,
}: {
  services: AppServices
  gate: RequestGate
}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const path = `${UNSUBSCRIBE_PATH}/:token`
  app.onError(respondWithPage(services.deps.logger))

  app.get(path, async (context) => {
    const subscription = await find(context)
    return subscription ? show(context, subscription) : invalid(context)
  })

  app.post(path, async (context) => {
    const subscription = await find(context)
    if (!subscription) return invalid(context)
    const form = new URLSearchParams((await readBody(context.env.incoming, MAX_FORM_SIZE)).toString('utf8'))
    const subscribed = form.get('action') === 'subscribe'
    await setSubscribed(anonymousCtx(services, context), subscription, subscribed)
    return show(context, { ...subscription, subscribed }, { changed: true })
  })

  async function find(context: Context<HttpEnv>): Promise<FoundSubscription | null> {
    await countAddress(context, gate.limiter, 'unsubscribe')
    return findSubscription({
      ctx: anonymousCtx(services, context),
      input: { token: context.req.param('token') ?? '' },
    })
  }

  return app
}

function invalid(context: Context<HttpEnv>): Response {
  return sendMessage(context, {
    title: 'This link is not valid',
    text: 'Check that the address is complete. Reports of deleted projects are no longer sent.',
    status: 404,
  })
}

function show(
  context: Context<HttpEnv>,
  { email, projectName, branding, subscribed }: FoundSubscription,
  { changed = false } = {},
): Response {
  const what = `${email} ${subscribed ? 'receives' : 'no longer receives'} the reports of ${projectName}.`
  return sendMessage(context, {
    title: changed
      ? subscribed
        ? 'You are subscribed again'
        : 'You are unsubscribed'
      : subscribed
        ? 'Unsubscribe from these reports?'
        : 'You are unsubscribed',
    text: what,
    status: 200,
    branding,
    form: (attributes) =>
      `<form method="post"><input type="hidden" name="action" value="${subscribed ? 'unsubscribe' : 'subscribe'}"><button type="submit"${attributes('button')}>${subscribed ? 'Unsubscribe' : 'Subscribe again'}</button></form>`,
  })
}
