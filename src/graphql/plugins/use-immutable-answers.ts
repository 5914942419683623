import type { ExecutionResult } from 'graphql'
import type { AnswerCache } from '../execution/answer-cache.ts'
import type { ReusableBody } from '../foundation/reusable-body.ts'
import type { GraphqlPlugin } from './plugin.ts'

/**
 * Sends cached responses, and caches responses about ended batches. Must be registered after {@link
 * useCompiledOperations}.
 */
export function useImmutableAnswers(answers: AnswerCache): GraphqlPlugin {
  return {
    async onExecute({ args: { contextValue, variableValues }, setResultAndStopExecution }) {
      const { state } = contextValue
      const { execution, actor } = state
      const key = execution && answers.keyOf(execution.operation, actor, variableValues ?? {})
      if (!execution || !key) return
      const cached = await answers.find(key)
      if (cached) {
        state.reusable = cached
        setResultAndStopExecution(serialized(cached))
        return
      }
      return {
        onExecuteDone({ result, setResult }) {
          const ended = isResult(result) && !result.errors ? execution.context.endedBatches() : null
          if (!ended) return
          state.reusable = answers.keep(key, JSON.stringify(result), ended)
          setResult(serialized(state.reusable))
        },
      }
    },
  }
}

/**
 * Wraps a cached body as a result for Yoga, which writes the text that `stringify` returns. `data` and `errors` are
 * not used.
 */
function serialized(body: ReusableBody): ExecutionResult & { stringify: () => string } {
  return { stringify: () => String(body.bytes) }
}

function isResult(result: object): result is ExecutionResult {
  return !(Symbol.asyncIterator in result)
}
