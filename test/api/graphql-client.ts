import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { World } from '../world.ts'
import { checkDeclaredErrors } from './declared-errors.ts'

/** An error in a GraphQL response. */
interface GraphqlError {
  message: string
  path?: (string | number)[]
  extensions: { code: string; fieldErrors?: Record<string, string>; retryAfter?: number; requestId?: string }
}

/** The body of a GraphQL response. */
export interface GraphqlResult {
  // biome-ignore lint/suspicious/noExplicitAny: the query determines the shape, and `expect` checks it.
  data?: any
  errors?: GraphqlError[]
}

export interface Operation {
  query: string
  variables?: Record<string, unknown>
  operationName?: string
}

/** Sends an operation over HTTP and returns the result, including errors, with the status and the headers. */
export async function send(
  world: Pick<World, 'url'>,
  key: string | null,
  operation: Operation,
  headers: Record<string, string> = {},
): Promise<GraphqlResult & { status: number; headers: Headers }> {
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: JSON.stringify(operation),
  })
  const result = (await response.json()) as GraphqlResult
  checkDeclaredErrors(operation.query, result.errors ?? [])
  return { ...result, status: response.status, headers: response.headers }
}

/**
 * Sends an operation over HTTP and returns its data.
 * @throws {Error} if the result has errors
 */
export async function ask(
  world: Pick<World, 'url'>,
  key: string,
  query: string,
  variables: Record<string, unknown> = {},
) {
  const { data, errors } = await send(world, key, { query, variables })
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

/** Returns the error code of a mutation that must fail, and the sorted names of the invalid fields, if any. */
export async function refusalOf(
  world: Pick<World, 'url'>,
  key: string,
  query: string,
  input: object,
): Promise<{ code: string | undefined; fields?: string[] }> {
  const { errors } = await send(world, key, { query, variables: { input } })
  const { code, fieldErrors } = errors?.[0]?.extensions ?? {}
  return fieldErrors ? { code, fields: Object.keys(fieldErrors).sort() } : { code }
}

export type Transport = 'websocket' | 'server-sent events'

/** Iterates over the results of an operation until the server completes it. */
export function results(
  transport: Transport,
  world: Pick<World, 'url'>,
  key: string,
  operation: Operation,
): AsyncIterableIterator<GraphqlResult> {
  return transport === 'websocket' ? overSocket(world, key, operation) : overEvents(world, key, operation)
}

async function* overSocket(
  world: Pick<World, 'url'>,
  key: string,
  operation: Operation,
): AsyncGenerator<GraphqlResult> {
  const client = socketClient(world, { Authorization: `Bearer ${key}` })
  try {
    for await (const result of client.iterate(operation)) yield result as GraphqlResult
  } catch (errors) {
    // graphql-ws rejects with the errors if an operation was refused before execution.
    if (!Array.isArray(errors)) throw errors
    yield { errors: errors as GraphqlError[] }
  } finally {
    await client.dispose()
  }
}

/** Returns a graphql-ws client that does not reconnect. */
export function socketClient(world: Pick<World, 'url'>, connectionParams: Record<string, unknown>) {
  return createClient({
    url: `${world.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams,
    retryAttempts: 0,
  })
}

async function* overEvents(
  world: Pick<World, 'url'>,
  key: string,
  operation: Operation,
): AsyncGenerator<GraphqlResult> {
  const controller = new AbortController()
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify(operation),
    signal: controller.signal,
  })
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    yield (await response.json()) as GraphqlResult
    return
  }
  let text = ''
  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        if (event.startsWith('event: complete')) return
        const data = /^event: next\ndata: (.*)$/s.exec(event)?.[1]
        if (data) yield JSON.parse(data) as GraphqlResult
      }
    }
    throw new Error('the stream ended without completing')
  } finally {
    controller.abort()
  }
}

/** Collects all results of an operation. */
export async function all(iterator: AsyncIterable<GraphqlResult>): Promise<GraphqlResult[]> {
  const collected: GraphqlResult[] = []
  for await (const result of iterator) collected.push(result)
  return collected
}
