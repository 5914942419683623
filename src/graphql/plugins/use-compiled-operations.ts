import type { AppServices } from '../../core/context.ts'
import { LIMITS } from '../documents/limits.ts'
import type { Documents } from '../execution/documents.ts'
import { createContext } from '../foundation/context.ts'
import type { GraphqlPlugin } from './plugin.ts'

/**
 * Executes queries and mutations with {@link Operation}, which limits their cost and compiles repeated queries. A request
 * with `extensions: {cost: true}` gets its cost in `extensions.cost`.
 */
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
      const variables = variableValues ?? {}
      if (contextValue.params.extensions?.cost === true) {
        setExecuteFn(async () => {
          const cost = { operation: operation.costWith(variables), limit: LIMITS.cost }
          return { ...(await operation.execute(variables, context)), extensions: { cost } }
        })
        return
      }
      state.execution = { operation, context }
      setExecuteFn(() => operation.execute(variables, context))
    },
  }
}
