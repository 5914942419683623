import type { GraphQLParams } from 'graphql-yoga'
import { HttpError } from '../../http/errors.ts'
import { checkVariables } from '../documents/variables.ts'
import type { GraphqlPlugin } from './plugin.ts'

const JSON_BODY = /^application\/json\s*(;|$)/i
const ACCEPTED = /\*\/\*|application\/(\*|json|graphql-response\+json)|text\/(\*|event-stream)/i
const ACCEPTED_STREAM = /\*\/\*|text\/(\*|event-stream)/i

/**
 * Rejects requests before anything is executed if their body is not JSON or their client accepts no media type of the
 * response. Pages of other sites can send other media types than JSON without a CORS preflight. Ignores parameters
 * that GraphQL over HTTP does not define.
 */
export function useJsonRequests(): GraphqlPlugin {
  return {
    onRequestParse({ request, requestParser, setRequestParser }) {
      if (!ACCEPTED.test(request.headers.get('accept') ?? '*/*')) throw notAcceptable()
      if (request.method === 'POST' && !JSON_BODY.test(request.headers.get('content-type') ?? '')) {
        throw new HttpError(415, 'The body must be JSON: send the header Content-Type: application/json.')
      }
      if (!requestParser) return
      setRequestParser(async (parsed) => {
        try {
          return await requestParser(parsed)
        } catch (error) {
          if (error instanceof SyntaxError)
            throw new HttpError(400, 'The parameters of the URL must be JSON.')
          throw error
        }
      })
      return {
        onRequestParseDone({ requestParserResult, setRequestParserResult }) {
          if (!Array.isArray(requestParserResult))
            setRequestParserResult(knownParameters(requestParserResult))
        },
      }
    },
    onParams({ params: { variables } }) {
      if (typeof variables === 'object') checkVariables(variables)
    },
    onSubscribe({ args }) {
      const { request } = args.contextValue
      if (ACCEPTED_STREAM.test(request.headers.get('accept') ?? '*/*')) return
      throw new HttpError(
        406,
        'Subscriptions use WebSocket or server-sent events: for events, send the header Accept: text/event-stream.',
      )
    },
  }
}

/** Returns the error for a client that accepts no media type of the response. */
export function notAcceptable(): HttpError {
  return new HttpError(406, 'The client accepts none of the available media types; check the Accept header.')
}

function knownParameters({ query, operationName, variables, extensions }: GraphQLParams): GraphQLParams {
  return { query, operationName, variables, extensions } as GraphQLParams
}
