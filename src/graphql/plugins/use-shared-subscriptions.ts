import type { ExecutionResult } from 'graphql'
import type { AppServices } from '../../core/context.ts'
import { AppError } from '../../core/foundation/errors.ts'
import type { ConnectionRegistry } from '../../http/connection-registry.ts'
import type { Documents } from '../execution/documents.ts'
import { createContext } from '../foundation/context.ts'
import { type ErrorReport, present } from '../foundation/errors.ts'
import type { SharedExecutions } from '../live/shared-executions.ts'
import { SubscriberStream } from '../live/subscriber-stream.ts'
import type { GraphqlPlugin } from './plugin.ts'

export interface SharedSubscriptionsOptions {
  services: AppServices
  documents: Documents
  executions: SharedExecutions
  connections: ConnectionRegistry
}

/**
 * Subscribes to the shared execution of a subscription; see {@link SharedExecutions}. The stream ends with an error
 * once its caller is no longer authorized.
 */
export function useSharedSubscriptions(options: SharedSubscriptionsOptions): GraphqlPlugin {
  const { services, documents, executions, connections } = options
  return {
    onSubscribe({ args: { contextValue, document, operationName, variableValues }, setSubscribeFn }) {
      const { actor, requestId } = contextValue.state
      const operation = documents.operationOf(document, operationName)
      const variables = variableValues ?? {}
      setSubscribeFn((): ExecutionResult | SubscriberStream => {
        const refused = operation.refusal(variables)
        if (refused) return refused
        const report = { requestId, logger: services.deps.logger }
        const stream = new SubscriberStream()
        const lease = connections.open(actor, () => stream.fail(revoked(report)))
        stream.onEnd(() => lease.release())
        try {
          lease.startOperation()
          stream.onEnd(() => lease.endOperation())
        } catch (error) {
          void stream.return()
          throw error
        }
        const context = () => createContext(services, { actor, requestId })
        stream.onEnd(executions.subscribe({ operation, variables, context, report }, stream.queue))
        return stream
      })
    },
  }
}

function revoked(report: ErrorReport): string {
  const error = new AppError('UNAUTHORIZED', 'The key was revoked, or the session has ended.')
  return JSON.stringify({ errors: [present(error, report)] })
}
