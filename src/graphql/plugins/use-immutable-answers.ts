import type { ExecutionResult } from 'graphql'
import type { AnswerCache } from '../answer-cache.ts'
import type { ReusableBody } from '../reusable-body.ts'
import type { GraphqlPlugin } from './plugin.ts'

/** Answers from the cache, and caches answers about ended batches. Must be registered after {@link useCompiledOperations}. */
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
        setResultAndStopExecution(serialised(cached))
        return
      }
      return {
        onExecuteDone({ result, setResult }) {
          const ended = isResult(result) && !result.errors ? execution.context.endedBatches() : null
          if (!ended) return
          state.reusable = answers.keep(key, JSON.stringify(result), ended)
          setResult(serialised(state.reusable))
        },
      }
    },
  }
}

/** A result that Yoga writes as it is, by `stringify`. It has neither data nor errors: nothing reads them. */
function serialised(body: ReusableBody): ExecutionResult & { stringify: () => string } {
  return { stringify: () => String(body.bytes) }
}

function isResult(result: object): result is ExecutionResult {
  return !(Symbol.asyncIterator in result)
}
