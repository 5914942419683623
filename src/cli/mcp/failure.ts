import { type JSONRPCErrorResponse, type RequestId, SdkHttpError } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { McpAddress } from './address.ts'

/** The stream of messages ended before the response. */
export const LOST = new Error(
  'The connection to the server was lost before the response. Repeat a call that only reads; repeat one that spends credits with the same idempotencyKey.',
)

/** First code of the range that JSON-RPC 2.0 §5.1 reserves for servers. */
const SERVER_ERROR = -32_000

/** Returns the response to a request that the server rejected or did not receive. */
export function errorResponse(id: RequestId, error: unknown, address: McpAddress): JSONRPCErrorResponse {
  const refused = parseRefusal(error) ?? { code: SERVER_ERROR, message: describeFailure(error, address) }
  return { jsonrpc: '2.0', id, error: refused }
}

/** Returns a sentence that explains why the endpoint did not respond. */
export function describeFailure(error: unknown, { url }: McpAddress): string {
  const refusal = parseRefusal(error)
  if (refusal) return refusal.message
  if (error === LOST) return LOST.message
  if (error instanceof TypeError) {
    const reason = getCauseCode(error)
    if (AFTER_CONNECTING.includes(reason)) return LOST.message
    return `Answergraph at ${url.origin} cannot be reached (${reason || error.message}). Start it, or give its address with --url.`
  }
  const answered = error instanceof SdkHttpError ? ` (HTTP status ${error.status})` : ''
  return `No MCP server answers at ${url.href}${answered}. Give the address of Answergraph with --url.`
}

/** Body of an HTTP error response, which is a JSON-RPC error. */
const refusalSchema = z.object({
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
})

function parseRefusal(error: unknown): JSONRPCErrorResponse['error'] | null {
  if (!(error instanceof SdkHttpError) || typeof error.data.text !== 'string') return null
  try {
    return refusalSchema.parse(JSON.parse(error.data.text)).error
  } catch {
    return null
  }
}

/** Error codes of connections that were lost, possibly after the server had received the request. */
const AFTER_CONNECTING = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/** Returns the code of the system error that caused an error of `fetch`, such as ECONNREFUSED; empty without one. */
function getCauseCode({ cause }: TypeError): string {
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
