import type { ExecutionResult } from 'graphql'
import { createContext, type ServerDependencies } from './context.ts'
import type { Engine } from './engine.ts'
import { failureOf, presentResult, statusOfFailure } from './errors.ts'
import type { RequestState } from './plugins/plugin.ts'
import type { Answer } from './send-answer.ts'
import { oversizeOf, type Variables } from './variables.ts'

/**
 * Answers a query or mutation that was parsed, validated and executed before, from the cache or by executing it again. This is
 * faster because Yoga's pipeline costs more CPU time than the execution of most operations. Returns null for every other
 * request, which the caller passes on to Yoga. Both ways give the same status, headers and body, errors included.
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
  /** The media type of the answer. */
  mediaType: string
  state: RequestState
  engine: Engine
  dependencies: ServerDependencies
}

/**
 * The media type of the answer to a request that `answerKnownOperation` can handle: a POST of JSON by a client that accepts
 * anything, or lists one of the two media types of GraphQL first. Null for all others, whose media type Yoga negotiates.
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

/** The text of the document; null where it cannot be executed, so that Yoga reports why. */
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

/** The parameters in a request body; null when one of them is invalid, so that Yoga reports the error. */
function parametersIn(body: string): Parameters | null {
  try {
    const given: unknown = JSON.parse(body)
    if (typeof given !== 'object' || given === null) return null
    const { query, operationName, variables, extensions } = given as Record<string, unknown>
    const usable =
      (query == null || typeof query === 'string') &&
      (operationName == null || typeof operationName === 'string') &&
      isObjectOrNothing(variables) &&
      isObjectOrNothing(extensions) &&
      oversizeOf(variables) === null
    return usable ? (given as Parameters) : null
  } catch {
    return null
  }
}

function isObjectOrNothing(value: unknown): boolean {
  return value == null || (typeof value === 'object' && !Array.isArray(value))
}
