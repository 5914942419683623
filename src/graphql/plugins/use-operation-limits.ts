import { type Documents, requireOperation } from '../execution/documents.ts'
import type { GraphqlPlugin } from './plugin.ts'

/** Parses and validates with {@link Documents}, which applies the limits and caches documents. */
export function useOperationLimits(documents: Documents): GraphqlPlugin {
  return {
    onParse({ context, setParseFn }) {
      const { operationName } = context.params
      setParseFn((source) => {
        const document = documents.parse(typeof source === 'string' ? source : source.body)
        // Yoga would reject this too, but without an actionable message.
        requireOperation(document, operationName)
        return document
      })
    },
    onValidate({ setValidationFn }) {
      setValidationFn((_schema, document) => documents.errorsOf(document))
    },
  }
}
