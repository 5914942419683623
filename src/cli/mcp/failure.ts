import { type JSONRPCErrorResponse, type RequestId, SdkHttpError } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { McpAddress } from './address.ts'

/** The end of a stream of messages without the response to its request. */
export const LOST = new Error(
  'The connection to the server was lost before the response. Repeat a call that only reads; repeat one that spends credits with the same idempotencyKey.',
)

/** JSON-RPC 2.0 §5.1: the first code of the range that is left to servers. */
const SERVER_ERROR = -32_000

/** The response to a request that the server refused, or that did not reach it. */
export function errorResponse(id: RequestId, error: unknown, address: McpAddress): JSONRPCErrorResponse {
  const refused = refusalIn(error) ?? { code: SERVER_ERROR, message: describeFailure(error, address) }
  return { jsonrpc: '2.0', id, error: refused }
}

/** In a sentence, for people: why the endpoint did not answer. */
export function describeFailure(error: unknown, { url }: McpAddress): string {
  const refusal = refusalIn(error)
  if (refusal) return refusal.message
  if (error === LOST) return LOST.message
  if (error instanceof TypeError) {
    const reason = reasonOf(error)
    if (AFTER_CONNECTING.includes(reason)) return LOST.message
    return `Answergraph at ${url.origin} cannot be reached (${reason || error.message}). Start it, or give its address with --url.`
  }
  const answered = error instanceof SdkHttpError ? ` (HTTP status ${error.status})` : ''
  return `No MCP server answers at ${url.href}${answered}. Give the address of Answergraph with --url.`
}

/** The body of an HTTP response to a request that the server refused: a JSON-RPC error. */
const refusalSchema = z.object({
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
})

function refusalIn(error: unknown): JSONRPCErrorResponse['error'] | null {
  if (!(error instanceof SdkHttpError) || typeof error.data.text !== 'string') return null
  try {
    return refusalSchema.parse(JSON.parse(error.data.text)).error
  } catch {
    return null
  }
}

/** Codes of connections that end: the server may have got the request. */
const AFTER_CONNECTING = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/** The code of the system's error below that of `fetch`, such as ECONNREFUSED; empty without one. */
function reasonOf({ cause }: TypeError): string {
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
