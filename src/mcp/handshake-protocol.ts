import { randomUUID } from 'node:crypto'
import {
  isJSONRPCRequest,
  type McpServer,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { EventBus, Subscription } from '../core/events.ts'

/** The header that names a client's session (MCP 2025-11-25, Transports, "Session Management"). */
export const SESSION_HEADER = 'mcp-session-id'

/** A message by POST, as {@link answerHandshakeProtocol} needs it. */
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

/**
 * Answers a message of the protocol versions that begin with the handshake `initialize`, 2025-11-25 and older. No state is kept
 * between two requests: any process can answer any of them. A session only tells which requests are of one client, so that its
 * cancellation of a call, which is a request of its own, reaches the process that carries out the call.
 */
export async function answerHandshakeProtocol(message: HandshakeMessage): Promise<Response> {
  const { request, body, caller, events, createServer, onClose } = message
  const given = request.headers.get(SESSION_HEADER)
  const session = given && `${caller} ${given}`
  if (!isJSONRPCRequest(body)) {
    // A notification, or the answer to a question of a call that is under way.
    if (session) events.publishClientMessage({ session, message: body })
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
  if (messages) void passOn(messages, transport, { id: body.id, end })
  const response = await transport.handleRequest(request, { parsedBody: body })
  if (body.method === 'initialize') response.headers.set(SESSION_HEADER, randomUUID())
  return response
}

/** Passes the messages of the client on to its call; a cancellation of the call ends it, since no response will follow. */
async function passOn(
  messages: Subscription<{ message: unknown }>,
  { onmessage }: WebStandardStreamableHTTPServerTransport,
  call: { id: string | number; end: () => void },
): Promise<void> {
  for await (const { message } of messages) {
    onmessage?.(message as Parameters<NonNullable<typeof onmessage>>[0])
    if (isCancellationOf(call.id, message)) call.end()
  }
}

function isCancellationOf(id: string | number, message: unknown): boolean {
  const { method, params } = message as { method?: unknown; params?: { requestId?: unknown } }
  return method === 'notifications/cancelled' && params?.requestId === id
}
