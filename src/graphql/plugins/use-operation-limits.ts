import { type Documents, requireOperation } from '../documents.ts'
import type { GraphqlPlugin } from './plugin.ts'

/** Parses and validates by {@link Documents}, which applies the limits and caches each document. */
export function useOperationLimits(documents: Documents): GraphqlPlugin {
  return {
    onParse({ context, setParseFn }) {
      const { operationName } = context.params
      setParseFn((source) => {
        const document = documents.parse(typeof source === 'string' ? source : source.body)
        // Yoga refuses this too, without saying what to do about it.
        requireOperation(document, operationName)
        return document
      })
    },
    onValidate({ setValidationFn }) {
      setValidationFn((_schema, document) => documents.errorsOf(document))
    },
  }
}
