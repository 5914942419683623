import type { AppError } from '../../core/foundation/errors.ts'

/** First code of the range that JSON-RPC 2.0 §5.1 reserves for servers. */
export const SERVER_ERROR = -32_000

/** Body of a request rejected before it reached the protocol layer: a JSON-RPC error with the REST code in `data`. */
export function refusalBody({ code, message, retryAfter }: AppError, id: string | number | null) {
  const data = { code, ...(retryAfter !== null && { retryAfter }) }
  return { jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message: `${code}: ${message}`, data } }
}
