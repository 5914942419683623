import type { Services } from '../../core/context.ts'
import { createContext } from '../context.ts'
import type { Documents } from '../documents.ts'
import type { GraphqlPlugin } from './plugin.ts'

/** Executes queries and mutations by {@link Operation}, which limits their cost and compiles repeated queries. */
export function useCompiledOperations(services: Services, documents: Documents): GraphqlPlugin {
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
