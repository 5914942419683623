import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { GraphQLError } from 'graphql'
import { type Context, Hono } from 'hono'
import { authenticate } from '../http/authenticate.ts'
import { readBody } from '../http/body.ts'
import { crossOrigin } from '../http/cross-origin.ts'
import type { HttpEnv } from '../http/environment.ts'
import { showRate } from '../http/rate.ts'
import { MAX_MESSAGE_BYTES } from './documents/limits.ts'
import { type Failure, failureOf, presentResult, statusOfFailure } from './foundation/errors.ts'
import { type DemoAccess, graphiqlPage } from './graphiql.ts'
import { answerKnownOperation, mediaTypeOfKnown } from './known-operations.ts'
import { errorMediaType } from './media-type.ts'
import type { RequestState } from './plugins/plugin.ts'
import { notAcceptable } from './plugins/use-json-requests.ts'
import { sendAnswer } from './send-answer.ts'
import type { GraphqlYoga, YogaOptions } from './yoga.ts'

export interface GraphqlAppOptions extends YogaOptions {
  /** Whether browsers get the GraphiQL page. */
  development: boolean
  /** Returns the credentials that GraphiQL starts with for a request, or null to start without a key. */
  demoFor: (incoming: IncomingMessage) => DemoAccess | null
  /** Functions that cut off the open event streams. The server calls them when it shuts down. */
  streams: Set<() => void>
  /** Whether a page may use the session cookie of its user. */
  originAllowed: (incoming: IncomingMessage) => boolean
}

export interface GraphqlApp {
  app: Hono<HttpEnv>
  /** Loads the modules that the first request needs, so that it does not have to wait. */
  preload(): Promise<void>
}

/**
 * Creates the Hono app that serves /graphql. Operations that were executed before take a fast path without Yoga; all
 * others go through Yoga. Requests rejected earlier (authentication, rate limit, body size) get a GraphQL result with
 * the error.
 */
export function createGraphqlApp(options: GraphqlAppOptions): GraphqlApp {
  const { dependencies, engine, development, demoFor, originAllowed, streams } = options
  const { services, gate } = dependencies
  let loading: Promise<GraphqlYoga> | null = null
  /** Loads Yoga on demand, because its modules would make startup 20 % slower. */
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
    const body = incoming.method === 'GET' ? null : String(await readBody(incoming, MAX_MESSAGE_BYTES))
    if (incoming.method !== 'GET' && incoming.method !== 'POST') throw methodNotAllowed()
    const mediaType = mediaTypeOfKnown(incoming)
    const knownAnswer =
      mediaType && body !== null
        ? await answerKnownOperation(body, { mediaType, state, engine, dependencies })
        : null
    if (knownAnswer) {
      await sendAnswer(context.env, knownAnswer)
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
    // Yoga sends no content type if the client accepts none of its media types.
    if (contentType === null) throw notAcceptable()
    const { failure, reusable } = state
    if (contentType.startsWith('text/event-stream')) {
      state.request.turn?.end()
      return eventStream(response, { failure, streams, outgoing: context.env.outgoing })
    }
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
    const mediaType = errorMediaType(incoming.headers)
    const failure = failureOf([error])
    const status = statusOfFailure(failure, mediaType)
    // For HEAD, Hono creates its own response from the returned one.
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

  /** Sends GraphiQL. The page contains an API key, so it must not be cached or read by pages of other origins. */
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

/** Allowed methods of /graphql, as a header value. */
const METHODS = 'GET, POST'

/** Handled here instead of by Yoga, because `fetch` requests cannot represent TRACE, or HEAD with a body. */
function methodNotAllowed(): GraphQLError {
  return new GraphQLError('GraphQL is served by GET and POST.', {
    extensions: { code: 'BAD_REQUEST', http: { status: 405, headers: { Allow: METHODS } } },
  })
}

function wantsPage({ method, headers, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html') && !url.includes('query=')
}

/**
 * GraphiQL is a single page with inline scripts, styles, fonts and images. Its editor starts workers from blob URLs.
 */
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; font-src data:; " +
  "img-src 'self' data:; worker-src 'self' blob: data:; connect-src 'self'; frame-ancestors 'none'"

/**
 * Returns a server-sent event stream. At shutdown the stream is cut off without a `complete` event, so that the
 * client notices and subscribes again. If the request fails, the error is the only event, and the response has the
 * status that the error has in `application/graphql-response+json`.
 */
function eventStream(
  { status, body }: Response,
  {
    failure,
    streams,
    outgoing,
  }: { failure: Failure | undefined; streams: Set<() => void>; outgoing: ServerResponse },
): Response {
  const cutOff = () => outgoing.destroy()
  streams.add(cutOff)
  outgoing.once('close', () => streams.delete(cutOff))
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
