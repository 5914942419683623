import type { Ctx } from '../context.ts'
import { bodyOf, type WebhookPayload } from './payload.ts'
import { signedHeaders } from './sign.ts'

/** How long a receiver may take, in milliseconds. */
const TIMEOUT = 15_000

/** What became of one call: its status, or why there is none. */
export interface SendOutcome {
  statusCode: number | null
  /** In words for the owner of the webhook. */
  error: string | null
  durationMs: number
}

/** Makes one signed call. Throws nothing: every failure is an outcome. */
export async function sendWebhook(
  ctx: Ctx,
  call: { id: string; url: string; payload: WebhookPayload; secret: Uint8Array },
): Promise<SendOutcome> {
  const body = bodyOf(call.payload)
  const begun = performance.now()
  const outcome = (result: Omit<SendOutcome, 'durationMs'>) => ({
    ...result,
    durationMs: Math.round(performance.now() - begun),
  })
  try {
    const secret = ctx.deps.secrets.open(call.secret)
    const { status } = await ctx.deps.outbound.fetch(call.url, {
      method: 'POST',
      headers: signedHeaders({ id: call.id, at: ctx.now(), body, secret }),
      body,
      timeout: TIMEOUT,
      // What a receiver says besides its status is nobody's business.
      maximumBytes: 0,
      redirects: 0,
    })
    return outcome({ statusCode: status, error: null })
  } catch (error) {
    return outcome({ statusCode: null, error: error instanceof Error ? error.message : String(error) })
  }
}
