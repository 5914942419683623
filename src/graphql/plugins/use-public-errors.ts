import type { Logger } from '../../core/foundation/context.ts'
import { failureOf, presentResult } from '../foundation/errors.ts'
import type { GraphqlPlugin } from './plugin.ts'

/** Formats all errors for clients with {@link present}, and records the HTTP status of a response without data. */
export function usePublicErrors(logger: Logger): GraphqlPlugin {
  return {
    onResultProcess({ result, setResult, serverContext: { state } }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result || !result.errors) return
      if (!('data' in result)) state.failure = failureOf(result.errors)
      setResult(presentResult(result, { requestId: state.requestId, logger }) as typeof result)
    },
  }
}
