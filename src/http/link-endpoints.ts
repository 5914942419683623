import type { Context, Hono } from 'hono'
import { recordSignIn } from '../core/audit/record-sign-in.ts'
import type { AppServices } from '../core/context.ts'
import { claimInstallation, readSetupLink } from '../core/installation/claim.ts'
import { acceptInvitation, invitedAddress, readInvitation } from '../core/invitations/accept.ts'
import { mailPasswordReset, requestedAddress } from '../core/password-resets/request.ts'
import { resetPassword } from '../core/password-resets/use.ts'
import { redeemSignInLink } from '../core/sign-in-links/use.ts'
import { countAttempt, countFailures } from './attempts.ts'
import { readJson } from './body.ts'
import type { HttpEnv } from './environment.ts'
import { accountSubject, type KnownDevices } from './known-device.ts'
import { countAddress } from './rate.ts'
import { anonymousCtx, getSender, setCookies } from './sender.ts'
import { MAX_BODY_SIZE, type SignIn } from './sign-in-parts.ts'

/** Adds the endpoints for setup, invitation, password and sign-in links. Tokens are sent in the body, because URLs get into logs. */
export function addLinkEndpoints(
  app: Hono<HttpEnv>,
  { services, signIn, devices }: { services: AppServices; signIn: SignIn; devices: KnownDevices },
): void {
  const { sessions, attempts } = signIn
  /** Counts the request. Returns its body and the context of its operation. */
  const receive = async (context: Context<HttpEnv>) => {
    const input = await readJson(context.env.incoming, MAX_BODY_SIZE)
    await countAddress(context, attempts.byAddress, 'sign-in')
    return { ctx: anonymousCtx(services, context), input }
  }

  app.post('/read-invitation', async (context) => context.json(await readInvitation(await receive(context))))

  app.post('/accept-invitation', async (context) => {
    const request = await receive(context)
    const email = await invitedAddress(request)
    const subject = await accountSubject(context, devices, email)
    const accepted = await countFailures(attempts.byAccount, subject, () => acceptInvitation(request))
    await devices.remember(context, email)
    return context.json(accepted)
  })

  app.post('/request-password-reset', async (context) => {
    const { ctx, input } = await receive(context)
    const email = requestedAddress({ ctx, input })
    // The attempt always counts, so that neither the response nor the limit reveals whether the account exists.
    await countAttempt(attempts.byAccount, `reset:${await accountSubject(context, devices, email)}`)
    void mailPasswordReset(ctx, email)
    return context.json({ success: true })
  })

  app.post('/reset-password', async (context) => {
    const email = await resetPassword(await receive(context))
    await devices.remember(context, email)
    return context.json({ email })
  })

  app.post('/read-setup-link', async (context) => context.json(await readSetupLink(await receive(context))))

  app.post('/set-up', async (context) => {
    const { userId, email, organizationId } = await claimInstallation(await receive(context))
    const { cookies } = await sessions.openFor(userId, getSender(context))
    setCookies(context, cookies)
    await devices.remember(context, email)
    return context.json({ organizationId })
  })

  app.post('/use-sign-in-link', async (context) => {
    const { userId, email } = await redeemSignInLink(await receive(context))
    const { user, cookies } = await sessions.openFor(userId, getSender(context))
    await recordSignIn({ ctx: anonymousCtx(services, context), input: { email, opened: true } })
    setCookies(context, cookies)
    await devices.remember(context, email)
    return context.json({ user })
  })
}
