import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { World } from '../world.ts'

/** An error as clients see it. */
interface ShownError {
  message: string
  path?: (string | number)[]
  extensions: { code: string; fieldErrors?: Record<string, string>; retryAfter?: number; requestId?: string }
}

/** A result as clients see it; tests know what they asked for. */
export interface Shown {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the query's, and `expect` checks it.
  data?: any
  errors?: ShownError[]
}

export interface Operation {
  query: string
  variables?: Record<string, unknown>
  operationName?: string
}

/** Sends an operation over HTTP. */
export async function send(
  world: Pick<World, 'url'>,
  key: string | null,
  operation: Operation,
  headers: Record<string, string> = {},
): Promise<Shown & { status: number; headers: Headers }> {
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
  return { ...((await response.json()) as Shown), status: response.status, headers: response.headers }
}

/** The data of an operation that must succeed. */
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

export type Transport = 'websocket' | 'server-sent events'

/** What an operation yields over a transport; the iteration ends when the server completes it. */
export function results(
  transport: Transport,
  world: Pick<World, 'url'>,
  key: string,
  operation: Operation,
): AsyncIterableIterator<Shown> {
  return transport === 'websocket' ? overSocket(world, key, operation) : overEvents(world, key, operation)
}

async function* overSocket(
  world: Pick<World, 'url'>,
  key: string,
  operation: Operation,
): AsyncGenerator<Shown> {
  const client = socketClient(world, { Authorization: `Bearer ${key}` })
  try {
    for await (const result of client.iterate(operation)) yield result as Shown
  } catch (errors) {
    // The protocol ends an operation that was not begun with its errors.
    if (!Array.isArray(errors)) throw errors
    yield { errors: errors as ShownError[] }
  } finally {
    await client.dispose()
  }
}

/** A client that connects once and does not try again. */
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
): AsyncGenerator<Shown> {
  const gone = new AbortController()
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify(operation),
    signal: gone.signal,
  })
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    yield (await response.json()) as Shown
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
        if (data) yield JSON.parse(data) as Shown
      }
    }
    throw new Error('the stream ended without completing')
  } finally {
    gone.abort()
  }
}

/** Everything an operation yields. */
export async function all(iterator: AsyncIterable<Shown>): Promise<Shown[]> {
  const shown: Shown[] = []
  for await (const result of iterator) shown.push(result)
  return shown
}

/** A provider whose answers come only when the test lets them. */
export interface Gate {
  /** For `createWorld({ providers })`. */
  provider: object
  /** Answers the next question with this prompt, as soon as it is asked; with a status other than 200 it fails. */
  answer(prompt: string, options?: { status?: number }): Promise<void>
  close(): void
}

/** Opens a gate. */
export async function openGate(): Promise<Gate> {
  const asked = new EventEmitter().setMaxListeners(0)
  const waiting: { prompt: string; response: ServerResponse }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    waiting.push({ prompt: JSON.parse(body).messages[0].content, response })
    asked.emit('question')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    provider: {
      id: 'gate',
      driver: 'openai-compatible',
      model: 'm',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      options: { concurrency: 100 },
    },
    answer: async (prompt, { status = 200 } = {}) => {
      const find = () => waiting.findIndex((question) => question.prompt.includes(prompt))
      while (find() < 0) await once(asked, 'question')
      const [question] = waiting.splice(find(), 1)
      const message = { role: 'assistant', content: 'Taskfern is the best choice.' }
      question?.response.writeHead(status, { 'content-type': 'application/json' })
      question?.response.end(JSON.stringify({ model: 'm', choices: [{ message, finish_reason: 'stop' }] }))
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
