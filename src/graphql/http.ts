import type { GraphQLError } from 'graphql'
import { shouldRenderGraphiQL } from 'graphql-yoga'
import { admit, type RateState } from '../core/admission.ts'
import { newId } from '../core/ids.ts'
import { createContext, type Surroundings } from './context.ts'
import { badRequest, present, STATUS, toGraphQLError } from './errors.ts'
import { type Engine, prefersPlainJson, RESPONSE_TYPE } from './yoga.ts'

/** Answers one operation over HTTP, subscriptions as server-sent events. */
export type Fetch = (request: Request, address: string) => Promise<Response>

/** The HTTP side: admission, the headers of every response, and what Yoga answers. `closing` ends event streams. */
export function createFetch({
  surroundings,
  engine,
  development,
  closing,
}: {
  surroundings: Surroundings
  engine: Engine
  development: boolean
  closing: AbortSignal
}): Fetch {
  const { services, door } = surroundings

  async function answer(
    request: Request,
    address: string,
    requestId: string,
    headers: Headers,
  ): Promise<Response> {
    const authorization = request.headers.get('authorization')
    const { rate, actor, refusal } = await admit(door, { authorization, address }).catch(async (error) => {
      showRate(headers, await door.limiter.consume(`address:${address}`))
      throw error
    })
    showRate(headers, rate)
    if (refusal?.retryAfter != null) headers.set('Retry-After', String(refusal.retryAfter))
    if (refusal) return failure(request, toGraphQLError(refusal), STATUS[refusal.code])
    if (!actor) throw new Error('admitted without an actor')
    // Looked at first: an answer that cannot be given would already have had its effects.
    if (!ACCEPTABLE.test(request.headers.get('accept') ?? '*/*')) return unacceptable(request)
    const context = createContext(surroundings, { actor, authorization, requestId })
    const response = await engine.fetch(request, context)
    return response.status === 406 ? unacceptable(request) : interruptible(response, closing)
  }

  return async (request, address) => {
    const headers = new Headers()
    const requestId = requestIdOf(request)
    headers.set('X-Request-Id', requestId)
    const response = await respond(request, address, requestId, headers)
    for (const [name, value] of headers) response.headers.set(name, value)
    return response
  }

  async function respond(
    request: Request,
    address: string,
    requestId: string,
    headers: Headers,
  ): Promise<Response> {
    // The page needs no key: what it sends does.
    if (development && shouldRenderGraphiQL(request)) return explorer()
    try {
      return await answer(request, address, requestId, headers)
    } catch (error) {
      if (request.signal.aborted) return new Response(null, { status: 499 })
      const masked = present(error, { requestId, logger: services.deps.logger })
      return failure(request, masked, STATUS.INTERNAL_ERROR)
    }
  }
}

/** As on the other surfaces: a caller's own id is kept when it is harmless. */
function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id') ?? ''
  return /^[\x21-\x7e]{1,64}$/.test(given) ? given : newId()
}

function showRate(headers: Headers, { limit, remaining, resetAt }: RateState): void {
  headers.set('X-RateLimit-Limit', String(limit))
  headers.set('X-RateLimit-Remaining', String(remaining))
  headers.set('X-RateLimit-Reset', String(resetAt))
}

const ACCEPTABLE =
  /\*\/\*|application\/(\*|json|graphql-response\+json)|text\/(\*|event-stream)|multipart\/(\*|mixed)/i

function unacceptable(request: Request): Response {
  const message = 'The client accepts none of the forms of this answer; see the header Accept.'
  return failure(request, badRequest(message), 406)
}

/** An operation that was not begun, in the form of GraphQL over HTTP. */
function failure(request: Request, error: GraphQLError, status: number): Response {
  const type = prefersPlainJson(request) ? 'application/json' : RESPONSE_TYPE
  const { message, extensions } = error
  const { http: _, ...shown } = extensions
  return new Response(JSON.stringify({ errors: [{ message, extensions: shown }] }), {
    status,
    headers: { 'Content-Type': `${type}; charset=utf-8` },
  })
}

/** Ends a stream of events when the server closes, without the event that says so: its client may come again. */
function interruptible(response: Response, closing: AbortSignal): Response {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    return response
  const reader = response.body.getReader()
  const forget = new AbortController()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const stop = () => {
        controller.close()
        void reader.cancel()
      }
      if (closing.aborted) stop()
      else closing.addEventListener('abort', stop, { signal: forget.signal })
    },
    async pull(controller) {
      const { done, value } = await reader.read()
      if (closing.aborted) return
      if (!done) return controller.enqueue(value)
      forget.abort()
      controller.close()
    },
    cancel(reason) {
      forget.abort()
      return reader.cancel(reason)
    },
  })
  return new Response(body, { status: response.status, headers: response.headers })
}

const FIRST_QUERY = `# Put a key into the header below: npm start prints two.
{
  viewer {
    organization { name credits }
    project { name competitors { name } }
  }
}
`

async function explorer(): Promise<Response> {
  // Nine megabytes of page: loaded when somebody looks at it.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const page = renderGraphiQL({
    title: 'Answergraph',
    headers: '{ "Authorization": "Bearer svc_YOUR_KEY" }',
    defaultQuery: FIRST_QUERY,
  })
  return new Response(String(page), { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
