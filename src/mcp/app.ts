import { setMaxListeners } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import {
  createMcpHandler,
  isJSONRPCRequest,
  isLegacyRequest,
  type JSONRPCRequest,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server'
import { type Context, Hono } from 'hono'
import type { AppCtx, AppServices } from '../core/context.ts'
import type { Logger } from '../core/foundation/context.ts'
import { AppError } from '../core/foundation/errors.ts'
import type { RequestGate } from '../core/keys/admission.ts'
import { APP_SCOPES } from '../core/keys/connected.ts'
import { subjectOf } from '../core/keys/rate-subject.ts'
import { authenticate } from '../http/authenticate.ts'
import { readJson } from '../http/body.ts'
import type { ConnectionRegistry } from '../http/connection-registry.ts'
import { crossOrigin } from '../http/cross-origin.ts'
import type { HttpEnv } from '../http/environment.ts'
import { AUTHENTICATION_SCHEME, HttpError, httpStatus, toPublicError } from '../http/errors.ts'
import { refusalBody } from './foundation/refusal-body.ts'
import { resultFormOf } from './foundation/result-text.ts'
import { answerHandshakeProtocol, SESSION_HEADER } from './handshake-protocol.ts'
import { createMcpServer, type RequestSurroundings, type ServerSurroundings } from './server.ts'

/** Dependencies of {@link createMcpApp}. */
export interface McpAppOptions {
  services: AppServices
  gate: RequestGate
  /** Whether pages from the origin in the Origin header may send requests. */
  originAllowed: (incoming: IncomingMessage) => boolean
  connections: ConnectionRegistry
  /** Returns the URL of the metadata with which clients find the authorization server; null without OAuth. */
  resourceMetadata?: () => string | null
  /** Creates the server for one request; defaults to {@link createMcpServer}. */
  createServer?: (ctx: AppCtx, surroundings: RequestSurroundings) => McpServer | Server
}

export interface McpApp {
  app: Hono<HttpEnv>
  /** Stops waiting calls; they return what is available so far. */
  close(): void
}

/** Maximum size of a message body in bytes, the same as in REST. */
const MAX_BODY_BYTES = 1_048_576

/**
 * Creates the app that serves MCP at /mcp over Streamable HTTP. It supports clients of protocol 2026-07-28 and
 * clients that start with a handshake (up to 2025-11-25). Each message is authenticated and rate limited like a REST
 * request.
 */
export function createMcpApp({
  services,
  gate,
  originAllowed,
  connections,
  resourceMetadata = () => null,
  createServer = createMcpServer,
}: McpAppOptions): McpApp {
  const { logger, events } = services.deps
  const closing = new AbortController()
  // Each call adds a listener; without this, Node.js logs a leak warning at eleven listeners.
  setMaxListeners(0, closing.signal)
  const surroundings: ServerSurroundings = { closing: closing.signal, connections }
  /** Caller context of each request, for the callback that creates its server. */
  const callers = new WeakMap<Request, AppCtx>()
  const handle = (responseMode: 'auto' | 'sse') =>
    createMcpHandler(
      ({ requestInfo }) => {
        const ctx = requestInfo && callers.get(requestInfo)
        if (!ctx) throw new Error('request without a caller')
        return createServer(ctx, { ...surroundings, form: resultFormOf(requestInfo) })
      },
      { legacy: 'reject', responseMode, onerror: (error) => report(error, logger) },
    ).fetch
  const answerAtOnce = handle('auto')
  // An event stream sends comments, which keep the connection of a waiting call open.
  const answerByStream = handle('sse')

  async function answer(context: Context<HttpEnv>): Promise<Response> {
    const { incoming, outgoing, exchange } = context.env
    const actor = await authenticate(context, { gate, accessTokens: true })
    if (incoming.method !== 'POST') throw methodNotAllowed()
    const body = await readJson(incoming, MAX_BODY_BYTES)
    if (Array.isArray(body))
      throw new AppError('BAD_REQUEST', 'Send one message per request; batches are not supported.')
    const ctx: AppCtx = { ...services, actor, requestId: exchange.requestId, request: exchange }
    if (waits(body)) exchange.turn?.end()
    const request = context.req.raw
    if (!(await isLegacyRequest(request, body))) {
      if (isJSONRPCRequest(body) && body.method === 'subscriptions/listen') return nothingToSubscribeTo(body)
      callers.set(request, ctx)
      return (waits(body) ? answerByStream : answerAtOnce)(request, { parsedBody: body })
    }
    return answerHandshakeProtocol({
      request,
      body,
      caller: subjectOf(actor) ?? '',
      events,
      createServer: () => createServer(ctx, { ...surroundings, form: resultFormOf(request) }),
      onClose: (callback) => outgoing.once('close', callback),
    })
  }

  /** Tells clients without valid credentials where to get an access token (RFC 9728 §5.1). */
  function challenge(): string {
    const metadata = resourceMetadata()
    return metadata === null
      ? AUTHENTICATION_SCHEME
      : `${AUTHENTICATION_SCHEME} resource_metadata="${metadata}", scope="${APP_SCOPES.join(' ')}"`
  }

  /** Sends an HTTP error as a JSON-RPC error that contains the REST error code. */
  function refuse({ env: { incoming, outgoing, exchange } }: Context<HttpEnv>, thrown: unknown): Response {
    if (outgoing.headersSent || outgoing.destroyed) return RESPONSE_ALREADY_SENT
    const { requestId } = exchange
    const method = incoming.method ?? ''
    const error = toPublicError(thrown, { logger, requestId, method, path: '/mcp' })
    const headers = new Headers({ 'Content-Type': 'application/json' })
    if (error.retryAfter !== null) headers.set('Retry-After', String(error.retryAfter))
    if (error.code === 'UNAUTHORIZED') headers.set('WWW-Authenticate', challenge())
    if (httpStatus(error) === 405) headers.set('Allow', METHODS)
    return new Response(JSON.stringify(refusalBody(error, null)), { status: httpStatus(error), headers })
  }

  const app = new Hono<HttpEnv>()
  app.onError((error, context) => refuse(context, error))
  app.use('/mcp', crossOrigin(gate.limiter, METHODS, { allows: originAllowed, ...PROTOCOL_HEADERS }))
  app.all('/mcp', answer)
  return { app, close: () => closing.abort() }
}

const METHODS = 'POST'

/** Protocol headers (MCP 2026-07-28, Transports, "Standard Headers") and the session header of older versions. */
const PROTOCOL_HEADERS = {
  accepted: `MCP-Protocol-Version, Mcp-Method, Mcp-Name, ${SESSION_HEADER}`,
  exposed: `${SESSION_HEADER}, WWW-Authenticate`,
}

function methodNotAllowed(): HttpError {
  return new HttpError(405, 'Send messages by POST; there are no streams to open and no sessions to end.')
}

/** Whether a message calls a tool with the argument `waitSeconds` and may therefore take that long. */
function waits(body: unknown): boolean {
  if (!isJSONRPCRequest(body) || body.method !== 'tools/call') return false
  const { arguments: args } = (body.params ?? {}) as { arguments?: { waitSeconds?: unknown } | null }
  return args?.waitSeconds !== undefined
}

/**
 * Rejects `subscriptions/listen`: this server's lists never change and its resources cannot be subscribed to (MCP
 * 2026-07-28, Subscriptions).
 */
function nothingToSubscribeTo({ id, method }: JSONRPCRequest): Response {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: `Method not found: ${method}` }
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 })
}

/**
 * Logs failures of this server. Rejected messages are already in the access log, and their text may come from the
 * client.
 */
function report(error: Error, logger: Logger): void {
  if (error instanceof ProtocolError || /^(Rejected|Unsupported Media Type)/.test(error.message)) return
  logger.error({ error, path: '/mcp' }, 'request failed')
}
