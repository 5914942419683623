import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { AppCtx } from '../../core/context.ts'
import type { AppError } from '../../core/foundation/errors.ts'
import { type ErrorEnvelope, toErrorEnvelope, toPublicError } from '../../http/errors.ts'
import { refusalBody, SERVER_ERROR } from './refusal-body.ts'

/** Body of a failed tool call: the REST error body, plus the seconds to wait, which REST sends as a header. */
export interface ToolErrorBody extends ErrorEnvelope {
  retryAfter?: number
}

/**
 * Returns the result of a failed tool call. The error is sent as text, which every client passes on to its model. It
 * is not sent as structured content, because clients validate that against the schema of successful results.
 */
export function toolError(error: AppError): CallToolResult {
  const { retryAfter } = error
  const body: ToolErrorBody = { ...toErrorEnvelope(error), ...(retryAfter !== null && { retryAfter }) }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(body) }] }
}

/**
 * Converts an error of a request other than a tool call to a JSON-RPC error, with the REST code and the field errors
 * in `data`.
 */
function protocolError(error: AppError): ProtocolError {
  const { message, data } = refusalBody(error, null).error
  const { fieldErrors } = error
  const isInvalid = fieldErrors !== null || error.code === 'NOT_FOUND'
  const details = Object.entries(fieldErrors ?? {}).map(([field, problem]) => `${field} ${problem}`)
  return new ProtocolError(
    isInvalid ? ProtocolErrorCode.InvalidParams : SERVER_ERROR,
    [message, ...details].join(' '),
    { ...data, ...(fieldErrors && { fieldErrors }) },
  )
}

/**
 * Runs the handler of a request other than a tool call.
 * @throws {ProtocolError} any error of the handler, converted by {@link protocolError}; unexpected errors are logged
 * and masked
 */
export async function answering<Result>(
  { deps: { logger }, requestId }: AppCtx,
  method: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown
    throw protocolError(toPublicError(thrown, { logger, requestId, method, path: '/mcp' }))
  }
}
