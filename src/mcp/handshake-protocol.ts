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
import type { EventBus, Subscription } from '../core/events.ts'
import { HttpError } from '../http/errors.ts'

/** The header that names a client's session (MCP 2025-11-25, Transports, "Session Management"). */
export const SESSION_HEADER = 'mcp-session-id'

/** A message by POST, a valid one of JSON-RPC, as {@link answerHandshakeProtocol} needs it. */
export interface HandshakeMessage {
  request: Request
  /** The parsed body. */
  body: unknown
  /** The caller: sessions of different callers differ, whatever they are called. */
  caller: string
  events: EventBus
  createServer: () => McpServer | Server
  /** Calls back once the response was sent or its client has gone. */
  onClose(callback: () => void): void
}

/** A call may be cancelled before the process that carries it out listens, so each cancellation is told again, in milliseconds. */
const TOLD_AGAIN_AFTER = 1_000

/**
 * Answers a message of the protocol versions that begin with the handshake `initialize`, 2025-11-25 and older. No state is kept
 * between two requests: any process can answer any of them. A session only tells which requests are of one client, so that its
 * cancellation of a call, which is a request of its own, reaches the process that carries out the call. Answers of clients to
 * questions of calls take the same way; they reach all calls of the session, each of which numbers its questions from 0, so that
 * only a client with one call at a time could be asked. Tools of the product ask nothing.
 * @throws {HttpError} 404 for a session that was not given out here
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

/** The name of the client's session among all sessions; null for a client that has none. */
function sessionOf({ headers }: Request, caller: string): string | null {
  const given = headers.get(SESSION_HEADER)
  if (given === null) return null
  // The status tells the client to begin a new session.
  if (!z.uuid().safeParse(given).success) throw new HttpError(404, 'There is no such session.')
  return `${caller} ${given}`
}

/** Passes a message that is no request to the call it is about; other notifications are about nothing that is kept here. */
function passToCall(message: unknown, session: string, events: EventBus): void {
  const tell = () => events.publishClientMessage({ session, message })
  const cancels = isJSONRPCNotification(message) && message.method === CANCELLED
  if (cancels || isJSONRPCResponse(message)) tell()
  if (cancels) setTimeout(tell, TOLD_AGAIN_AFTER).unref()
}

/** Gives the messages of the client to its call; a cancellation of the call ends it, since no response will follow. */
async function receive(
  messages: Subscription<{ message: unknown }>,
  { onmessage }: WebStandardStreamableHTTPServerTransport,
  call: { id: string | number; end: () => void },
): Promise<void> {
  for await (const { message } of messages) {
    // Only such messages are published.
    onmessage?.(message as JSONRPCMessage)
    if (isCancellationOf(call.id, message)) call.end()
  }
}

const CANCELLED = 'notifications/cancelled'

function isCancellationOf(id: string | number, message: unknown): boolean {
  return isJSONRPCNotification(message) && message.method === CANCELLED && message.params?.requestId === id
}
