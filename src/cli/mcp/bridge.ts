import {
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { Agent, setGlobalDispatcher } from 'undici'
import type { McpAddress } from './address.ts'
import { errorResponse, LOST } from './failure.ts'

/** A request of the client without a response so far. */
interface OpenRequest {
  /** Closes its HTTP request. */
  abort: AbortController
  request: JSONRPCRequest
}

/**
 * Forwards messages between a client at standard input and output and a server's MCP endpoint, until standard input ends.
 * Each message is a separate HTTP request, so the server can be restarted in between. A message that cannot be forwarded is
 * answered with a JSON-RPC error. Logs go to `log`.
 */
export async function bridgeStdio(address: McpAddress, log: (line: string) => void): Promise<void> {
  const stdio = new StdioServerTransport()
  const http = openTransport(address)
  const open = new Map<RequestId, OpenRequest>()
  let written = Promise.resolve()
  /** Writes messages one after the other, because the output may be slower than the server. */
  const write = (message: JSONRPCMessage) => {
    written = written.then(() => stdio.send(message)).catch((error: Error) => log(error.message))
  }
  const fail = (request: JSONRPCRequest, error: unknown) => {
    // A canceled request gets no response.
    if (open.delete(request.id)) write(errorResponse(request.id, error, address))
  }

  http.onerror = (error) => log(error.message)
  http.onmessage = (message) => {
    if (isJSONRPCResponse(message) && message.id !== undefined) {
      const answered = open.get(message.id)
      if (!answered) return
      open.delete(message.id)
      if (isInitializeRequest(answered.request)) useNegotiatedVersion(http, message)
    }
    write(message)
  }
  stdio.onerror = (error) => log(error.message)
  stdio.onmessage = (message) => {
    if (isCancellation(message)) {
      const cancelled = open.get(message.params.requestId)
      open.delete(message.params.requestId)
      // Over HTTP, this version of the protocol has no message for a cancellation. Closing the request cancels it.
      if (cancelled && hasEnvelope(cancelled.request)) return cancelled.abort.abort()
    }
    if (!isJSONRPCRequest(message)) {
      http.send(message).catch(() => {
        // `onerror` reports the failure, and no caller waits for a response.
      })
      return
    }
    const abort = new AbortController()
    open.set(message.id, { abort, request: message })
    const onRequestStreamEnd = () => fail(message, LOST)
    http
      .send(message, { requestSignal: abort.signal, onRequestStreamEnd })
      .catch((error) => fail(message, error))
  }

  const ended = new Promise<void>((resolve) => {
    stdio.onclose = resolve
  })
  // Disables the five-minute limits of Node.js, because calls that wait for the end of a run may take longer.
  setGlobalDispatcher(new Agent({ headersTimeout: 0, bodyTimeout: 0 }))
  await http.start()
  await stdio.start()
  await ended
  await http.close()
}

/** Opens a transport that sends each message in a request with the key. */
export function openTransport({ url, key }: McpAddress): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  })
}

/** Makes all later requests contain the version that `initialize` has negotiated, as older protocols require. */
function useNegotiatedVersion(http: StreamableHTTPClientTransport, message: JSONRPCMessage): void {
  if (isJSONRPCErrorResponse(message) || !isJSONRPCResultResponse(message)) return
  const { protocolVersion } = message.result
  if (typeof protocolVersion === 'string') http.setProtocolVersion(protocolVersion)
}

interface Cancellation {
  params: { requestId: RequestId }
}

function isCancellation(message: JSONRPCMessage): message is JSONRPCMessage & Cancellation {
  return (
    isJSONRPCNotification(message) &&
    message.method === 'notifications/cancelled' &&
    ['string', 'number'].includes(typeof message.params?.requestId)
  )
}

/** Whether a request uses the protocol 2026-07-28 or newer, in which every request contains its version. */
function hasEnvelope({ params }: JSONRPCRequest): boolean {
  return params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined
}
