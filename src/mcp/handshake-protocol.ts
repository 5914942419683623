import { randomUUID } from 'node:crypto'
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type McpServer,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { EventBus, Subscription } from '../core/foundation/events.ts'
import { HttpError } from '../http/errors.ts'

/** Header with the id of a client's session (MCP 2025-11-25, Transports, "Session Management"). */
export const SESSION_HEADER = 'mcp-session-id'

/** A valid JSON-RPC message sent with POST. */
export interface HandshakeMessage {
  request: Request
  body: unknown
  /** Identifies the caller. Sessions of different callers never match, even with equal ids. */
  caller: string
  events: EventBus
  createServer: () => McpServer | Server
  /** Registers a callback for when the response was sent or the client disconnected. */
  onClose(callback: () => void): void
}

/**
 * Delay in milliseconds before a cancellation is published a second time, because the process that runs the call may
 * not have been listening the first time.
 */
const CANCELLATION_REPEAT_DELAY = 1_000

/**
 * Answers a message of protocol 2025-11-25 or older, in which clients start with the handshake `initialize`. The
 * server keeps no state between requests, so any process can answer any request. The session id only shows which
 * requests come from the same client, so that a cancellation, which arrives as a separate request, reaches the
 * process that runs the call.
 * Client responses to questions asked during a call take the same route, but they reach all calls of the session.
 * Each call numbers its questions from 0, so questions only work for clients with one call at a time. The product's
 * tools do not ask any.
 * @throws {HttpError} 404 for a session id that this server cannot have issued
 */
export async function answerHandshakeProtocol(message: HandshakeMessage): Promise<Response> {
  const { request, body, caller, events, createServer, onClose } = message
  const session = sessionOf(request, caller)
  if (!isJSONRPCRequest(body)) {
    if (session) passToCall(body, session, events)
    return new Response(null, { status: 202 })
  }
  const transport = new WebStandardStreamableHTTPServerTransport({})
  const server = createServer()
  await server.connect(transport)
  const messages =
    session && body.method === 'tools/call' ? await events.subscribeClientMessages(session) : null
  const end = () => {
    messages?.close()
    void server.close()
  }
  onClose(end)
  if (messages) void receive(messages, transport, { id: body.id, end })
  const response = await transport.handleRequest(request, { parsedBody: body })
  if (body.method === 'initialize') response.headers.set(SESSION_HEADER, randomUUID())
  return response
}

/** Returns the session id prefixed with its caller, or null for a client without a session. */
function sessionOf({ headers }: Request, caller: string): string | null {
  const id = headers.get(SESSION_HEADER)
  if (id === null) return null
  // A 404 tells the client to start a new session.
  if (!z.uuid().safeParse(id).success) throw new HttpError(404, 'Session not found.')
  return `${caller} ${id}`
}

/** Passes a cancellation or a response to the call it concerns. Other notifications are ignored. */
function passToCall(message: unknown, session: string, events: EventBus): void {
  const publish = () => events.publishClientMessage({ session, message })
  const cancels = isJSONRPCNotification(message) && message.method === CANCELLED
  if (cancels || isJSONRPCResponse(message)) publish()
  if (cancels) setTimeout(publish, CANCELLATION_REPEAT_DELAY).unref()
}

/** Forwards client messages to the call. A cancellation also ends the call, because the client expects no response. */
async function receive(
  messages: Subscription<{ message: unknown }>,
  { onmessage }: WebStandardStreamableHTTPServerTransport,
  call: { id: string | number; end: () => void },
): Promise<void> {
  for await (const { message } of messages) {
    // Only valid JSON-RPC messages are published.
    onmessage?.(message as JSONRPCMessage)
    if (isCancellationOf(call.id, message)) call.end()
  }
}

const CANCELLED = 'notifications/cancelled'

function isCancellationOf(id: string | number, message: unknown): boolean {
  return isJSONRPCNotification(message) && message.method === CANCELLED && message.params?.requestId === id
}
