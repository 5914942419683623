import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga'
import type { ConnectionRegistry } from '../http/connection-registry.ts'
import type { Engine } from './engine/engine.ts'
import { schema } from './engine/schema.ts'
import type { ServerDependencies } from './foundation/context.ts'
import type { RequestContext } from './plugins/plugin.ts'
import { useCompiledOperations } from './plugins/use-compiled-operations.ts'
import { useImmutableAnswers } from './plugins/use-immutable-answers.ts'
import { useJsonRequests } from './plugins/use-json-requests.ts'
import { useNamedDocuments } from './plugins/use-named-documents.ts'
import { useOperationLimits } from './plugins/use-operation-limits.ts'
import { usePublicErrors } from './plugins/use-public-errors.ts'
import { useSharedSubscriptions } from './plugins/use-shared-subscriptions.ts'

export type GraphqlYoga = YogaServerInstance<RequestContext, object>

export interface YogaOptions {
  dependencies: ServerDependencies
  engine: Engine
  connections: ConnectionRegistry
}

/**
 * Creates the Yoga server for HTTP and server-sent events. The caller must authenticate requests and limit their
 * bodies.
 */
export function createGraphqlYoga({
  dependencies: { services },
  engine,
  connections,
}: YogaOptions): GraphqlYoga {
  const { documents, executions, answers, named } = engine
  const plugins: Plugin<RequestContext, RequestContext>[] = [
    useJsonRequests(),
    useNamedDocuments(named),
    useOperationLimits(documents),
    useCompiledOperations(services, documents),
    useImmutableAnswers(answers),
    useSharedSubscriptions({ services, documents, executions, connections }),
    usePublicErrors(services.deps.logger),
  ]
  return createYoga<RequestContext>({
    schema,
    plugins,
    // Use the built-in classes of Node.js, as Hono does, instead of Yoga's ponyfills.
    fetchAPI: { fetch, Request, Response, Headers, ReadableStream, TransformStream, TextEncoder, URL },
    // Handled elsewhere: useOperationLimits caches documents, usePublicErrors masks errors, the HTTP layer answers
    // CORS preflights.
    parserAndValidationCache: false,
    maskedErrors: false,
    cors: false,
    batching: false,
    multipart: false,
    landingPage: false,
    logging: false,
    // Disables the health check. Yoga would answer any URL that ends with this text, but no URL ends with a space.
    healthCheckEndpoint: ' ',
    graphiql: false,
  })
}
