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
import { type RequestGate, subjectOf } from '../core/admission.ts'
import type { Ctx, Logger, Services } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { authenticate } from '../http/authenticate.ts'
import { readJson } from '../http/body.ts'
import type { ConnectionRegistry } from '../http/connection-registry.ts'
import { crossOrigin } from '../http/cross-origin.ts'
import type { HttpEnv } from '../http/environment.ts'
import { HttpError, presentable, statusOf } from '../http/errors.ts'
import { refusalBody } from './errors.ts'
import { answerHandshakeProtocol, SESSION_HEADER } from './handshake-protocol.ts'
import { createMcpServer, type ServerSurroundings } from './server.ts'

/** What {@link createMcpApp} needs. */
export interface McpAppOptions {
  services: Services
  gate: RequestGate
  /** Whether the page that sent a request, which its header Origin names, may send any. */
  originAllowed: (incoming: IncomingMessage) => boolean
  connections: ConnectionRegistry
  /** Makes the server of a request; the product's own unless given. */
  createServer?: (ctx: Ctx, surroundings: ServerSurroundings) => McpServer | Server
}

/** The MCP endpoint. */
export interface McpApp {
  app: Hono<HttpEnv>
  /** Ends the calls that wait: they return what there is. */
  close(): void
}

/** The largest body of a message, in bytes: that of REST. */
const LARGEST_BODY = 1_048_576

/**
 * Creates the app that serves MCP at /mcp over Streamable HTTP, for clients of the protocol 2026-07-28 and of those that begin
 * with a handshake, up to 2025-11-25. Each message is authenticated and counted as a request of REST is.
 */
export function createMcpApp({
  services,
  gate,
  originAllowed,
  connections,
  createServer = createMcpServer,
}: McpAppOptions): McpApp {
  const { logger, events } = services.deps
  const closing = new AbortController()
  // Every call adds a listener; Node.js would warn of a leak from eleven on.
  setMaxListeners(0, closing.signal)
  const surroundings: ServerSurroundings = { closing: closing.signal, connections }
  /** The caller of each request that a handler is given. */
  const callers = new WeakMap<Request, Ctx>()
  const handle = (responseMode: 'auto' | 'sse') =>
    createMcpHandler(
      ({ requestInfo }) => {
        const ctx = requestInfo && callers.get(requestInfo)
        if (!ctx) throw new Error('a request without its caller')
        return createServer(ctx, surroundings)
      },
      { legacy: 'reject', responseMode, onerror: (error) => report(error, logger) },
    ).fetch
  const answerAtOnce = handle('auto')
  // The comments in an event stream keep the connection of a call that waits.
  const answerByStream = handle('sse')

  async function answer(context: Context<HttpEnv>): Promise<Response> {
    const { incoming, outgoing, exchange } = context.env
    const actor = await authenticate(context, { gate })
    if (incoming.method !== 'POST') throw methodNotAllowed()
    const body = await readJson(incoming, LARGEST_BODY)
    if (Array.isArray(body))
      throw new AppError('BAD_REQUEST', 'Send one message in a request; batches are refused.')
    const ctx: Ctx = { ...services, actor, requestId: exchange.requestId, request: exchange }
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
      createServer: () => createServer(ctx, surroundings),
      onClose: (callback) => outgoing.once('close', callback),
    })
  }

  /** Sends an error of HTTP as a JSON-RPC error with the code of REST. */
  function refuse({ env: { incoming, outgoing, exchange } }: Context<HttpEnv>, thrown: unknown): Response {
    if (outgoing.headersSent || outgoing.destroyed) return RESPONSE_ALREADY_SENT
    const { requestId } = exchange
    const method = incoming.method ?? ''
    const error = presentable(thrown, { logger, requestId, method, path: '/mcp' })
    const headers = new Headers({ 'Content-Type': 'application/json' })
    if (error.retryAfter !== null) headers.set('Retry-After', String(error.retryAfter))
    if (error.code === 'UNAUTHORIZED') headers.set('WWW-Authenticate', 'Bearer')
    if (statusOf(error) === 405) headers.set('Allow', METHODS)
    return new Response(JSON.stringify(refusalBody(error, null)), { status: statusOf(error), headers })
  }

  const app = new Hono<HttpEnv>()
  app.onError((error, context) => refuse(context, error))
  app.use('/mcp', crossOrigin(gate.limiter, METHODS, { allows: originAllowed, ...PROTOCOL_HEADERS }))
  app.all('/mcp', answer)
  return { app, close: () => closing.abort() }
}

const METHODS = 'POST'

/** Headers of the protocol: MCP 2026-07-28, Transports, "Standard Headers", and the session of older versions. */
const PROTOCOL_HEADERS = {
  accepted: `MCP-Protocol-Version, Mcp-Method, Mcp-Name, ${SESSION_HEADER}`,
  exposed: SESSION_HEADER,
}

function methodNotAllowed(): HttpError {
  return new HttpError(405, 'Send messages by POST; there are no streams to open and no sessions to end.')
}

/** Whether a message is the call of a tool that may take until its argument `waitSeconds`. */
function waits(body: unknown): boolean {
  if (!isJSONRPCRequest(body) || body.method !== 'tools/call') return false
  const { arguments: given } = (body.params ?? {}) as { arguments?: { waitSeconds?: unknown } | null }
  return given?.waitSeconds !== undefined
}

/** MCP 2026-07-28, Subscriptions: for servers whose lists never change and whose resources cannot be subscribed to. */
function nothingToSubscribeTo({ id, method }: JSONRPCRequest): Response {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: `Method not found: ${method}` }
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 })
}

/** Logs what went wrong on this side; that a message was refused is in the access log, and its text may be the client's. */
function report(error: Error, logger: Logger): void {
  if (error instanceof ProtocolError || /^(Rejected|Unsupported Media Type)/.test(error.message)) return
  logger.error({ error, path: '/mcp' }, 'request failed')
}
