import { GraphQLError } from 'graphql'
import { createYoga, isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga'
import type { GraphqlContext } from './context.ts'
import { badRequest, type ErrorReport, present } from './errors.ts'
import { LARGEST_MESSAGE, useLimits } from './limits.ts'
import { schema } from './schema.ts'

/** Parsing, validation, execution and GraphQL over HTTP; admission and sockets are around it. */
export function createEngine() {
  return createYoga<GraphqlContext>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    maxRequestBodySize: LARGEST_MESSAGE,
    // Errors are masked and logged in one place, below, with the id of their request.
    maskedErrors: false,
    logging: false,
    fetchAPI: { Request, Response, Headers, URL, ReadableStream, TransformStream, TextEncoder },
    plugins: [useLimits(), useJsonOnly(), usePresentation()],
  })
}

export type Engine = ReturnType<typeof createEngine>

/** Refuses bodies that are not JSON: what a form can send, a foreign page can make a browser send. */
function useJsonOnly(): Plugin {
  return {
    onRequestParse({ request, requestParser, setRequestParser }) {
      if (request.method === 'POST' && !isJson(request)) {
        throw badRequest('The body must be JSON: send the header Content-Type: application/json.', {
          status: 415,
        })
      }
      if (!requestParser) return
      setRequestParser(async (given) => {
        try {
          return await requestParser(given)
        } catch (error) {
          throw error instanceof GraphQLError
            ? error
            : badRequest('The parameters of the request cannot be read.')
        }
      })
    },
  }
}

function isJson(request: Request): boolean {
  return /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')
}

/** The media type of answers whose HTTP status says whether the operation was begun. */
export const RESPONSE_TYPE = 'application/graphql-response+json'

/** Whether a client names the older media type, and not the newer. */
export function prefersPlainJson(request: Request): boolean {
  const accept = request.headers.get('accept') ?? ''
  return accept.includes('application/json') && !accept.includes(RESPONSE_TYPE)
}

/** Brings every error of every result into its public form. */
function usePresentation(): Plugin<object, GraphqlContext> {
  return {
    onResultProcess({
      request,
      result,
      setResult,
      resultProcessor,
      setResultProcessor,
      serverContext: { ctx },
    }) {
      // Yoga takes */* for the older form, whose status says nothing.
      if (resultProcessor && !prefersPlainJson(request)) setResultProcessor(resultProcessor, RESPONSE_TYPE)
      const report = { requestId: ctx.requestId, logger: ctx.deps.logger }
      if (isAsyncIterable(result)) setResult(mapAsyncIterator(result, (one) => presentResult(one, report)))
      else if (!Array.isArray(result)) setResult(presentResult(result, report))
    },
  }
}

function presentResult<Result extends { errors?: readonly GraphQLError[] | undefined }>(
  result: Result,
  report: ErrorReport,
): Result {
  if (!result.errors) return result
  return { ...result, errors: result.errors.map((error) => present(error, report)) }
}
