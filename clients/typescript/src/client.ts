import createFetchClient, { type Client } from 'openapi-fetch'
import { AnswergraphError } from './error.ts'
import type { paths } from './generated/rest.ts'
import { createLive, type Live } from './live.ts'
import { type RetryOptions, retryingFetch } from './retry.ts'

/** Options of {@link createAnswergraph}. */
export interface AnswergraphOptions extends RetryOptions {
  /** API key, `svc_…`. */
  key: string
  /** Address of the installation; defaults to `http://localhost:4000`. */
  url?: string
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch
}

/** A client of one installation, with one key. */
export interface Answergraph {
  /**
   * Typed calls of REST, such as `rest.GET('/v1/project')`. They resolve to `{ data, error, response }`; pass the promise to
   * {@link unwrap} to get the data or an exception.
   */
  rest: Client<paths, 'application/json'>
  /** Yields the results of a GraphQL subscription, or the one result of a query. It reconnects when the connection is lost. */
  live: Live
}

/** Creates a client. Requests that start paid work get an Idempotency-Key, so that they can be repeated safely. */
export function createAnswergraph({
  key,
  url = 'http://localhost:4000',
  fetch = globalThis.fetch,
  ...retry
}: AnswergraphOptions): Answergraph {
  const baseUrl = url.replace(/\/+$/, '')
  const headers = { Authorization: `Bearer ${key}` }
  const rest = createFetchClient<paths, 'application/json'>({
    baseUrl,
    headers,
    fetch: retryingFetch(fetch, retry),
  })
  rest.use({
    onRequest({ request, schemaPath }) {
      if (PAID.has(`${request.method} ${schemaPath}`) && !request.headers.has(KEY_HEADER))
        request.headers.set(KEY_HEADER, crypto.randomUUID())
      return request
    },
  })
  return { rest, live: createLive({ url: `${baseUrl}/graphql`, headers, fetch, retries: retry.retries }) }
}

const KEY_HEADER = 'Idempotency-Key'

/** Operations that accept an idempotency key. */
const PAID = new Set(['POST /v1/async-analysis', 'POST /v1/analysis/trigger', 'POST /v1/search-volume'])

/** The response of a call of `rest`. */
export interface Outcome<Body> {
  data?: Body | undefined
  error?: unknown
  response: Response
}

/**
 * Returns the body of a successful response.
 * @throws {AnswergraphError} for every other response
 */
export async function unwrap<Body>(outcome: Promise<Outcome<Body>>): Promise<Body> {
  const { data, error, response } = await outcome
  if (data === undefined) throw new AnswergraphError(response, error)
  return data
}
