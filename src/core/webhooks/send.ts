import { Webhook } from 'standardwebhooks'
import type { Ctx } from '../foundation/context.ts'
import type { WebhookDeps } from './dependencies.ts'
import { bodyIn, type WebhookFormat } from './formats.ts'
import type { WebhookPayload } from './payload.ts'

/**
 * Returns the headers that sign a request, according to the Standard Webhooks specification, "Webhook headers".
 * @param id the same for every attempt, so that receivers can detect repeated messages
 * @param secret `whsec_…`
 */
export function signedHeaders({
  id,
  at,
  body,
  secret,
}: {
  id: string
  at: Date
  body: string
  secret: string
}): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}

/** Timeout of a request, in milliseconds. */
const TIMEOUT = 15_000

/** Outcome of one attempt: the HTTP status, or why there is none. */
export interface SendOutcome {
  statusCode: number | null
  /** A message for the owner of the webhook. */
  error: string | null
  durationMs: number
}

/** Sends one request. Returns failures as an outcome rather than throwing them. */
export function sendWebhook(ctx: Ctx<WebhookDeps>, call: WebhookCall): Promise<SendOutcome> {
  return ctx.deps.tracing.span('send webhook', () => send(ctx, call), { kind: 'client' })
}

/** Where a message is sent, and in which form. */
export interface WebhookTarget {
  url: string
  format: WebhookFormat
  /** Signs the message: `whsec_…`. Null for a chat. */
  secret: string | null
}

interface WebhookCall extends WebhookTarget {
  id: string
  payload: WebhookPayload
}

async function send(ctx: Ctx<WebhookDeps>, call: WebhookCall): Promise<SendOutcome> {
  const { id, secret } = call
  const body = bodyIn(call.format, call.payload, ctx.deps.publicUrl)
  const startedAt = performance.now()
  const outcome = (result: Omit<SendOutcome, 'durationMs'>) => ({
    ...result,
    durationMs: Math.round(performance.now() - startedAt),
  })
  try {
    const traceParent = ctx.deps.tracing.current()
    const { status } = await ctx.deps.outbound.fetch(call.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Answergraph-Webhooks/1',
        ...(secret !== null && signedHeaders({ id, at: ctx.now(), body, secret })),
        ...(traceParent && { traceparent: traceParent }),
      },
      body,
      timeout: TIMEOUT,
      // Only the status is used, so the body is not read.
      maxBytes: 0,
      redirects: 0,
    })
    return outcome({ statusCode: status, error: null })
  } catch (error) {
    return outcome({ statusCode: null, error: error instanceof Error ? error.message : String(error) })
  }
}
