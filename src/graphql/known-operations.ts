import type { ExecutionResult } from 'graphql'
import { oversizeOf, type Variables } from './documents/variables.ts'
import type { Engine } from './engine/engine.ts'
import { createContext, type ServerDependencies } from './foundation/context.ts'
import { failureOf, presentResult, statusOfFailure } from './foundation/errors.ts'
import type { RequestState } from './plugins/plugin.ts'
import type { Answer } from './send-answer.ts'

/**
 * Answers a query or mutation that was parsed, validated and executed before, from the cache or by executing it
 * again. This is faster, because Yoga's pipeline takes more CPU time than most operations. Returns null for all other
 * requests, which the caller passes to Yoga. Both paths produce the same status, headers and body, including errors.
 */
export async function answerKnownOperation(
  body: string,
  { mediaType, state, engine, dependencies }: KnownOperationRequest,
): Promise<Answer | null> {
  const parameters = parametersIn(body)
  const text = parameters && textOf(parameters, engine)
  const operation = text && engine.documents.known(text, parameters.operationName)
  if (!operation || operation.type === 'subscription') return null
  const contentType = `${mediaType}; charset=utf-8`
  const { actor, requestId, request } = state
  const { services } = dependencies
  const variables = parameters.variables ?? {}
  const key = engine.answers.keyOf(operation, actor, variables)
  const cached = key && (await engine.answers.find(key))
  if (cached) return { status: 200, contentType, body: cached }
  const report = { requestId, logger: services.deps.logger }
  const context = createContext(services, {
    actor,
    requestId,
    request,
    writes: operation.type === 'mutation',
  })
  let result: ExecutionResult
  try {
    result = await operation.execute(variables, context)
  } catch (error) {
    result = { errors: [error as never] }
  }
  const ended = key && !result.errors ? context.endedBatches() : null
  if (key && ended) {
    return { status: 200, contentType, body: engine.answers.keep(key, JSON.stringify(result), ended) }
  }
  const json = JSON.stringify(presentResult(result, report))
  if (!result.errors || 'data' in result) return { status: 200, contentType, body: json }
  const failure = failureOf(result.errors)
  return { status: statusOfFailure(failure, mediaType), contentType, body: json, headers: failure.headers }
}

export interface KnownOperationRequest {
  /** Media type of the response. */
  mediaType: string
  state: RequestState
  engine: Engine
  dependencies: ServerDependencies
}

/**
 * Returns the response media type of a request that `answerKnownOperation` supports: a POST of JSON from a client
 * that accepts anything or lists a GraphQL media type first. Returns null for all others, which negotiate their media
 * type with Yoga.
 */
export function mediaTypeOfKnown({
  method,
  headers: { 'content-type': contentType = '', accept = '*/*' },
}: {
  method?: string | undefined
  headers: { 'content-type'?: string | undefined; accept?: string | undefined }
}): string | null {
  if (method !== 'POST' || !/^application\/json(;|$)/.test(contentType) || accept.includes('charset'))
    return null
  if (/^application\/graphql-response\+json\s*(,|;|$)/.test(accept))
    return 'application/graphql-response+json'
  return accept === '*/*' || accept === 'application/json' ? 'application/json' : null
}

/** Returns the text of the document, or null if the document may not be executed; Yoga then reports the reason. */
function textOf(parameters: Parameters, { named }: Engine): string | null {
  try {
    return named.textOf(parameters)
  } catch {
    return null
  }
}

interface Parameters {
  query?: string | null
  extensions?: Readonly<Record<string, unknown>> | null
  operationName?: string | null
  variables?: Variables | null
}

/**
 * Parses the parameters in a request body. Returns null if a parameter is invalid, because Yoga reports the error, or if
 * the request asks for its cost.
 */
function parametersIn(body: string): Parameters | null {
  try {
    const json: unknown = JSON.parse(body)
    if (typeof json !== 'object' || json === null) return null
    const { query, operationName, variables, extensions } = json as Record<string, unknown>
    const isValid =
      (query == null || typeof query === 'string') &&
      (operationName == null || typeof operationName === 'string') &&
      isObjectOrNullish(variables) &&
      isObjectOrNullish(extensions) &&
      !(extensions && 'cost' in (extensions as object)) &&
      oversizeOf(variables) === null
    return isValid ? (json as Parameters) : null
  } catch {
    return null
  }
}

function isObjectOrNullish(value: unknown): boolean {
  return value == null || (typeof value === 'object' && !Array.isArray(value))
}
