import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { GraphQLError } from 'graphql'
import { type Context, Hono } from 'hono'
import { authenticate } from '../http/authenticate.ts'
import { readBody } from '../http/body.ts'
import { crossOrigin } from '../http/cross-origin.ts'
import type { HttpEnv } from '../http/environment.ts'
import { showRate } from '../http/rate.ts'
import { type Failure, failureOf, presentResult, statusOfFailure } from './errors.ts'
import { type DemoAccess, graphiqlPage } from './graphiql.ts'
import { answerKnownOperation, mediaTypeOfKnown } from './known-operations.ts'
import { LARGEST_MESSAGE } from './limits.ts'
import type { RequestState } from './plugins/plugin.ts'
import { notAcceptable } from './plugins/use-json-requests.ts'
import { sendAnswer } from './send-answer.ts'
import type { GraphqlYoga, YogaOptions } from './yoga.ts'

export interface GraphqlAppOptions extends YogaOptions {
  /** Whether browsers are shown GraphiQL. */
  development: boolean
  /** What GraphiQL opens with, for one request; null for an empty key. */
  demoFor: (incoming: IncomingMessage) => DemoAccess | null
  /** Aborted when the server closes: open event streams are then cut off. */
  closing: AbortSignal
  /** Whether a page may use the session of the member who has it open. */
  originAllowed: (incoming: IncomingMessage) => boolean
}

/** GraphQL over HTTP and server-sent events. */
export interface GraphqlApp {
  app: Hono<HttpEnv>
  /** Loads what the first requests need, so that they do not wait for it. */
  preload(): Promise<void>
}

/**
 * Creates the Hono app that serves /graphql. Operations that were executed before are answered without Yoga, which is faster;
 * everything else goes through Yoga. Requests that are refused before either (authentication, rate limit, body size) get a
 * GraphQL result with the error.
 */
export function createGraphqlApp(options: GraphqlAppOptions): GraphqlApp {
  const { dependencies, engine, development, demoFor, originAllowed, closing } = options
  const { services, gate } = dependencies
  let loading: Promise<GraphqlYoga> | null = null
  /** Not loaded at the start, because Yoga's modules would make it a fifth longer. */
  const loadYoga = () => {
    loading ??= import('./yoga.ts').then(({ createGraphqlYoga }) => createGraphqlYoga(options))
    return loading
  }

  async function answer(context: Context<HttpEnv>): Promise<Response> {
    const { incoming, exchange } = context.env
    // GraphiQL itself needs no key; the operations sent from it do.
    if (development && wantsPage(incoming)) return sendPage(context)
    const actor = await authenticate(context, { gate, originAllowed })
    const state: RequestState = { actor, requestId: exchange.requestId, request: exchange }
    const body = incoming.method === 'GET' ? null : String(await readBody(incoming, LARGEST_MESSAGE))
    if (incoming.method !== 'GET' && incoming.method !== 'POST') throw methodNotAllowed()
    const mediaType = mediaTypeOfKnown(incoming)
    const known =
      mediaType && body !== null
        ? await answerKnownOperation(body, { mediaType, state, engine, dependencies })
        : null
    if (known) {
      await sendAnswer(context.env, known)
      return RESPONSE_ALREADY_SENT
    }
    return askYoga(context, state, body)
  }

  async function askYoga(
    context: Context<HttpEnv>,
    state: RequestState,
    body: string | null,
  ): Promise<Response> {
    const { url, method, headers, signal } = context.req.raw
    const request = body === null ? context.req.raw : new Request(url, { method, headers, signal, body })
    const yoga = await loadYoga()
    const response = await yoga.fetch(request, { state })
    const contentType = response.headers.get('content-type')
    // Yoga sends no content type when the client accepts none of its media types.
    if (contentType === null) throw notAcceptable()
    const { failure, reusable } = state
    if (contentType.startsWith('text/event-stream'))
      return eventStream(response, { failure, closing, outgoing: context.env.outgoing })
    await sendAnswer(context.env, {
      status: failure ? statusOfFailure(failure, contentType) : response.status,
      contentType,
      body: reusable ?? (await response.text()),
      headers: failure?.headers ?? {},
    })
    return RESPONSE_ALREADY_SENT
  }

  /** Sends an error in the media type that Yoga would choose. */
  async function refuse(context: Context<HttpEnv>, error: unknown): Promise<Response> {
    const { incoming, outgoing, exchange } = context.env
    if (outgoing.headersSent || outgoing.destroyed) return RESPONSE_ALREADY_SENT
    const mediaType = /graphql-response\+json/.test(incoming.headers.accept ?? '')
      ? 'application/graphql-response+json'
      : 'application/json'
    const failure = failureOf([error])
    const status = statusOfFailure(failure, mediaType)
    // Hono answers HEAD with a response of its own, made of the one returned.
    if (incoming.method === 'HEAD') return new Response(null, { status, headers: failure.headers })
    const report = { requestId: exchange.requestId, logger: services.deps.logger }
    await sendAnswer(context.env, {
      status,
      contentType: `${mediaType}; charset=utf-8`,
      body: JSON.stringify(presentResult({ errors: [error] }, report)),
      headers: failure.headers,
    })
    return RESPONSE_ALREADY_SENT
  }

  /** Its key is for whoever opens the page here: no cache keeps it, and no page of another origin reads it. */
  async function sendPage(context: Context<HttpEnv>): Promise<Response> {
    const { incoming, outgoing, exchange } = context.env
    showRate(outgoing, await gate.limiter.read(`address:${exchange.address}`))
    outgoing.removeHeader('Access-Control-Allow-Origin')
    outgoing.removeHeader('Access-Control-Expose-Headers')
    return context.html(await graphiqlPage(demoFor(incoming)), 200, {
      'Cache-Control': 'no-store',
      'Content-Security-Policy': PAGE_POLICY,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
  }

  const app = new Hono<HttpEnv>()
  app.all('/graphql', crossOrigin(gate.limiter, METHODS), (context) =>
    answer(context).catch((error) => refuse(context, error)),
  )
  return {
    app,
    preload: async () => {
      await loadYoga()
    },
  }
}

/** The methods of /graphql, as headers name them. */
const METHODS = 'GET, POST'

/** Not left to Yoga, whose requests are those of `fetch`: a HEAD with a body, or TRACE, cannot be made into one. */
function methodNotAllowed(): GraphQLError {
  return new GraphQLError('GraphQL is served by GET and POST.', {
    extensions: { code: 'BAD_REQUEST', http: { status: 405, headers: { Allow: METHODS } } },
  })
}

function wantsPage({ method, headers, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html') && !url.includes('query=')
}

/** GraphiQL is one page with inline scripts, styles, fonts and images; its editor starts workers from blob URLs. */
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; font-src data:; " +
  "img-src 'self' data:; worker-src 'self' blob: data:; connect-src 'self'; frame-ancestors 'none'"

/**
 * A server-sent event stream. When the server closes, the stream is cut off without a `complete` event, so that the client
 * knows it has not ended and subscribes again. An error of the request is the only event, with the status that it has in
 * `application/graphql-response+json`.
 */
function eventStream(
  { status, body }: Response,
  {
    failure,
    closing,
    outgoing,
  }: { failure: Failure | undefined; closing: AbortSignal; outgoing: ServerResponse },
): Response {
  const cutOff = () => outgoing.destroy()
  closing.addEventListener('abort', cutOff)
  outgoing.once('close', () => closing.removeEventListener('abort', cutOff))
  const headers = {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache',
    // Keeps proxies such as nginx from buffering the stream.
    'X-Accel-Buffering': 'no',
    ...failure?.headers,
  }
  return new Response(body, {
    status: failure ? statusOfFailure(failure, 'application/graphql-response+json') : status,
    headers,
  })
}
