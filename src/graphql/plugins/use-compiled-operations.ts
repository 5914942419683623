import type { AppServices } from '../../core/context.ts'
import type { Documents } from '../execution/documents.ts'
import { createContext } from '../foundation/context.ts'
import type { GraphqlPlugin } from './plugin.ts'

/** Executes queries and mutations with {@link Operation}, which limits their cost and compiles repeated queries. */
export function useCompiledOperations(services: AppServices, documents: Documents): GraphqlPlugin {
  return {
    onExecute({ args: { contextValue, document, operationName, variableValues }, setExecuteFn }) {
      const { state } = contextValue
      const { actor, requestId, request } = state
      const operation = documents.operationOf(document, operationName)
      const context = createContext(services, {
        actor,
        requestId,
        request,
        writes: operation.type === 'mutation',
      })
      state.execution = { operation, context }
      setExecuteFn(() => operation.execute(variableValues ?? {}, context))
    },
  }
}
