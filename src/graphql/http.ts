import { randomUUID } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ExecutionResult } from 'graphql'
import type { Actor } from '../core/actor.ts'
import { viewOf } from '../core/actor.ts'
import { admit, type RateState } from '../core/admission.ts'
import { AppError } from '../core/errors.ts'
import { createContext, type Surroundings } from './context.ts'
import type { Engine } from './engine.ts'
import { present, presentResult, RequestError, STATUS } from './errors.ts'
import { openEventStream } from './event-stream.ts'
import { sendExplorer, wantsExplorer } from './explorer.ts'
import type { Audience } from './live/audience.ts'
import type { Operation, Variables } from './operation.ts'
import { readOperation } from './request.ts'
import { checkVariables } from './variables.ts'

/** Answers a request on /graphql. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** What the HTTP side needs beside the engine. */
export interface HttpOptions {
  surroundings: Surroundings
  engine: Engine
  audience: Audience
  development: boolean
  /** Whether a page may use the session of a member who looks at it. */
  originAllowed(request: IncomingMessage): boolean
  /** Ends event streams. */
  closing: AbortSignal
}

/** One request on its way. */
interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  headers: OutgoingHttpHeaders
  form: Form
}

/** GraphQL over HTTP: admission, the headers of every response, the operation and its answer; subscriptions as events. */
export function createHandler(options: HttpOptions): Handler {
  const { surroundings, development } = options
  const { logger } = surroundings.services.deps
  return async (request, response) => {
    const requestId = requestIdOf(request)
    const headers: OutgoingHttpHeaders = { 'X-Request-Id': requestId, ...CROSS_ORIGIN }
    const exchange: Exchange = { request, response, requestId, headers, form: formOf(request.headers.accept) }
    try {
      if (request.method === 'OPTIONS') return preflight(response, headers)
      // The page needs no key: what it sends does.
      if (development && wantsExplorer(request)) return await sendExplorer(response)
      await answer(options, exchange)
    } catch (error) {
      if (response.headersSent || response.destroyed) return void response.destroy()
      const status = error instanceof RequestError ? error.status : statusOf(error)
      if (error instanceof AppError && error.retryAfter !== null) headers['Retry-After'] = error.retryAfter
      send(exchange, status, JSON.stringify({ errors: [present(error, { requestId, logger })] }))
    }
  }
}

async function answer(options: HttpOptions, exchange: Exchange): Promise<void> {
  const { surroundings, engine } = options
  const { request, requestId, form } = exchange
  const actor = await admitted(options, exchange)
  if (form === 'none') {
    throw new RequestError('The client accepts none of the forms of this answer; see the header Accept.', 406)
  }
  const { query, operationName, variables: given } = await readOperation(request)
  const variables = checkVariables(given)
  const operation = engine.operation(query, operationName)
  if (!('execute' in operation)) return sendResult(options, exchange, { errors: operation })
  if (operation.type === 'mutation' && request.method !== 'POST') {
    exchange.headers.Allow = 'POST'
    throw new RequestError('Mutations are sent by POST.', 405)
  }
  const context = () =>
    createContext(surroundings.services, { actor, requestId, writes: operation.type === 'mutation' })
  if (form === 'events') return stream(options, exchange, { operation, variables, context, actor })
  if (operation.type === 'subscription') {
    throw new RequestError(
      'Subscriptions are served over WebSocket, or as events: send the header Accept: text/event-stream.',
      406,
    )
  }
  const key = operation.frozen && engine.bodies.enabled ? cacheKey(operation, actor, variables) : null
  const kept = key && (await engine.bodies.find(key))
  if (kept) return send(exchange, 200, kept)
  const asked = context()
  const result = await operation.execute(variables, asked)
  const ended = key && !result.errors ? asked.endedBatches() : null
  if (!key || !ended) return sendResult(options, exchange, result)
  const body = Buffer.from(JSON.stringify(result))
  engine.bodies.keep(key, body, ended)
  send(exchange, 200, body)
}

function cacheKey({ id }: Operation, actor: Actor, variables: Variables): string {
  return `${id} ${viewOf(actor)} ${JSON.stringify(variables)}`
}

/** @throws {AppError} UNAUTHORIZED, RATE_LIMITED; FORBIDDEN for a page that is not the installation's own */
async function admitted(
  { surroundings: { door }, originAllowed }: HttpOptions,
  { request, headers }: Exchange,
): Promise<Actor> {
  const address = request.socket.remoteAddress ?? 'unknown'
  const { authorization = null, cookie = null } = request.headers
  const organization = headerOf(request, 'x-organization')
  const credentials = { authorization, cookie, organization, address }
  const { rate, actor, refusal } = await admit(door, credentials).catch(async (error) => {
    showRate(headers, await door.limiter.consume(`address:${address}`))
    throw error
  })
  showRate(headers, rate)
  if (refusal) throw refusal
  if (!actor) throw new Error('admitted without an actor')
  if (actor.type === 'member' && request.method !== 'GET' && !originAllowed(request)) {
    throw new AppError(
      'FORBIDDEN',
      'A session works on the pages of this installation only: the Origin is another.',
    )
  }
  return actor
}

function stream(
  { surroundings, engine, audience, closing }: HttpOptions,
  { request, response, requestId, headers }: Exchange,
  asked: {
    operation: Operation
    variables: Variables
    context: () => ReturnType<typeof createContext>
    actor: Actor
  },
): void {
  const report = { requestId, logger: surroundings.services.deps.logger }
  openEventStream({ request, response, headers, engine, audience, closing, report, ...asked })
}

function sendResult({ surroundings }: HttpOptions, exchange: Exchange, result: ExecutionResult): void {
  const { requestId, form } = exchange
  const shown = presentResult(result, { requestId, logger: surroundings.services.deps.logger })
  // Nothing was begun: a status says so, but not to clients that only know the older form (GraphQL over HTTP, "Status Codes").
  const status = 'data' in result || form === 'json' ? 200 : 400
  send(exchange, status, JSON.stringify(shown))
}

function send({ response, headers, form }: Exchange, status: number, text: string | Buffer): void {
  // A short text goes out in one piece with its headers; a long one is cheaper to join to nothing.
  const body = typeof text === 'string' && text.length > LONG_TEXT ? Buffer.from(text) : text
  response.writeHead(status, {
    ...headers,
    'Content-Type': form === 'json' ? PLAIN : CURRENT,
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

/** Characters. */
const LONG_TEXT = 16_000

const CURRENT = 'application/graphql-response+json; charset=utf-8'
const PLAIN = 'application/json; charset=utf-8'

/** Keys are sent by programs and never by browsers on their own: pages of any origin may use theirs, but no session. */
const CROSS_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After',
}

function preflight(response: ServerResponse, headers: OutgoingHttpHeaders): void {
  response.writeHead(204, {
    ...headers,
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Accept, X-Request-Id',
    'Access-Control-Max-Age': 86_400,
  })
  response.end()
}

type Form = 'current' | 'json' | 'events' | 'none'

/** The form of the answer: what the client names first; plain JSON, which every client can read, for those who name none. */
function formOf(accept = '*/*'): Form {
  for (const part of accept.split(',')) {
    const type = part.split(';')[0]?.trim().toLowerCase() ?? ''
    if (type === 'application/graphql-response+json') return 'current'
    if (type === 'text/event-stream') return 'events'
    if (['application/json', 'application/*', '*/*'].includes(type))
      return accept.includes('application/graphql-response+json') ? 'current' : 'json'
  }
  return 'none'
}

function statusOf(error: unknown): number {
  return error instanceof AppError ? STATUS[error.code] : STATUS.INTERNAL_ERROR
}

/** As on the other surfaces: a caller's own id is kept when it is harmless. */
function requestIdOf(request: IncomingMessage): string {
  const given = headerOf(request, 'x-request-id') ?? ''
  return /^[\x21-\x7e]{1,64}$/.test(given) ? given : randomUUID()
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

function showRate(headers: OutgoingHttpHeaders, { limit, remaining, resetAt }: RateState): void {
  headers['X-RateLimit-Limit'] = limit
  headers['X-RateLimit-Remaining'] = remaining
  headers['X-RateLimit-Reset'] = resetAt
}
