import { setMaxListeners } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createMcpHandler, isLegacyRequest, type McpServer, type Server } from '@modelcontextprotocol/server'
import { type Context, Hono } from 'hono'
import { type RequestGate, subjectOf } from '../core/admission.ts'
import type { Ctx, Services } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { authenticate } from '../http/authenticate.ts'
import { readJson } from '../http/body.ts'
import { crossOrigin } from '../http/cross-origin.ts'
import type { HttpEnv } from '../http/environment.ts'
import { HttpError, presentable, statusOf } from '../http/errors.ts'
import { refusalBody } from './errors.ts'
import { answerHandshakeProtocol, SESSION_HEADER } from './handshake-protocol.ts'
import { createMcpServer } from './server.ts'

/** What {@link createMcpApp} needs. */
export interface McpAppOptions {
  services: Services
  gate: RequestGate
  /** Whether the page that sent a request, which its header Origin names, may send any. */
  originAllowed: (incoming: IncomingMessage) => boolean
  /** Makes the server of a request; the product's own unless given. */
  createServer?: (ctx: Ctx, closing: AbortSignal) => McpServer | Server
}

/** The MCP endpoint. */
export interface McpApp {
  app: Hono<HttpEnv>
  /** Ends the calls that wait, which return what there is, and open streams. */
  close(): Promise<void>
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
  createServer = createMcpServer,
}: McpAppOptions): McpApp {
  const { logger, events } = services.deps
  const closing = new AbortController()
  // Every call adds a listener; Node.js would warn of a leak from eleven on.
  setMaxListeners(0, closing.signal)
  /** The caller of each request that the handler is given. */
  const callers = new WeakMap<Request, Ctx>()
  const onerror = (error: Error) => logger.warn({ error }, 'MCP message refused')
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const ctx = requestInfo && callers.get(requestInfo)
      if (!ctx) throw new Error('a request without its caller')
      return createServer(ctx, closing.signal)
    },
    { legacy: 'reject', responseMode: 'sse', onerror },
  )

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
      callers.set(request, ctx)
      return handler.fetch(request, { parsedBody: body })
    }
    return answerHandshakeProtocol({
      request,
      body,
      caller: subjectOf(actor) ?? '',
      events,
      createServer: () => createServer(ctx, closing.signal),
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
  return {
    app,
    close: async () => {
      closing.abort()
      await handler.close()
    },
  }
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
