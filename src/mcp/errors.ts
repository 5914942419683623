import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Ctx } from '../core/context.ts'
import type { AppError } from '../core/errors.ts'
import { type ErrorEnvelope, envelopeOf, presentable } from '../http/errors.ts'

/** The body of a failed tool call: the one that REST sends, with the seconds to wait, which REST has in a header. */
export interface ToolErrorBody extends ErrorEnvelope {
  retryAfter?: number
}

/**
 * A failed tool call. The error is text, which every client passes on to its model, and not structured content, which clients
 * check against the schema of a result that succeeded.
 */
export function toolError(error: AppError): CallToolResult {
  const { retryAfter } = error
  const body: ToolErrorBody = { ...envelopeOf(error), ...(retryAfter !== null && { retryAfter }) }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(body) }] }
}

/** JSON-RPC 2.0 §5.1: the first code of the range that is left to servers, and that of a message that cannot be parsed. */
const SERVER_ERROR = -32_000

/** The body of a request that was refused before it reached the protocol: a JSON-RPC error with the code of REST in `data`. */
export function refusalBody({ code, message, retryAfter }: AppError, id: string | number | null) {
  const data = { code, ...(retryAfter !== null && { retryAfter }) }
  return { jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message: `${code}: ${message}`, data } }
}

/** A failed request that is no tool call, as a JSON-RPC error with the code of REST and the fields in `data`. */
function protocolError(error: AppError): ProtocolError {
  const { message, data } = refusalBody(error, null).error
  const { fieldErrors } = error
  const wrong = fieldErrors !== null || error.code === 'NOT_FOUND'
  const details = Object.entries(fieldErrors ?? {}).map(([field, problem]) => `${field} ${problem}`)
  return new ProtocolError(
    wrong ? ProtocolErrorCode.InvalidParams : SERVER_ERROR,
    [message, ...details].join(' '),
    { ...data, ...(fieldErrors && { fieldErrors }) },
  )
}

/**
 * Carries out a request that is no tool call.
 * @throws {ProtocolError} what it throws, as {@link protocolError}; errors that are not expected are logged and masked
 */
export async function answering<Result>(
  { deps: { logger }, requestId }: Ctx,
  method: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown
    throw protocolError(presentable(thrown, { logger, requestId, method, path: '/mcp' }))
  }
}
