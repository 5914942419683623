import type { McpForm } from './operation.ts'
import { failureOf, inNamesOf, type Outcome } from './outcome.ts'
import type { Request } from './surfaces.ts'

/** Runs an operation as a call of an MCP tool over Streamable HTTP. */
export async function overMcp(
  { method, parameters, field, names = {} }: McpForm,
  { world, credentials, input, idempotencyKey }: Request,
): Promise<Outcome> {
  const named = {
    ...(inNamesOf(names, input) as object),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }
  const response = await fetch(`${world.url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
      ...(credentials && 'key' in credentials && { Authorization: `Bearer ${credentials.key}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: parameters(named) }),
  })
  const { result, error } = messageIn(await response.text())
  if (error) {
    // The error for a missing resource has its URI instead of a code.
    const code = error.data?.code ?? (error.data?.uri ? 'NOT_FOUND' : String(error.code))
    return { error: failureOf({ ...error.data, message: error.message, code }) }
  }
  if (!result) throw new Error(`no response to ${method}`)
  if (!result.isError) {
    const { structuredContent: content = result } = result
    return { result: withoutFences(field === undefined ? content : content[field]) }
  }
  const body = JSON.parse(result.content?.[0]?.text ?? '') as ErrorText
  return {
    error: failureOf(
      { ...body.error, fieldErrors: body.details?.fieldErrors, retryAfter: body.retryAfter },
      names,
    ),
  }
}

/** Returns a result without the marks around texts by third parties, which the other surfaces do not have. */
function withoutFences(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/<\/?untrusted>/g, ''))
}

interface ErrorText {
  error: { code: string; message: string }
  details?: { fieldErrors: Record<string, string> }
  retryAfter?: number
}

interface Message {
  result?: {
    isError?: boolean
    structuredContent?: Record<string, unknown>
    content?: { text: string }[]
    [field: string]: unknown
  }
  error?: { code: number; message: string; data?: { code?: string; uri?: string; retryAfter?: number } }
}

/** Parses the message in a JSON body, or in the last event of a stream. */
function messageIn(body: string): Message {
  const events = body.split('\n').filter((line) => line.startsWith('data: {'))
  return JSON.parse(events.at(-1)?.slice('data: '.length) ?? body) as Message
}
