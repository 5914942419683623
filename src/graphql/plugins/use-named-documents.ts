import type { NamedDocuments } from '../named-documents.ts'
import type { GraphqlPlugin } from './plugin.ts'

/** Executes the documents that requests name by a hash, and refuses those that may not be executed. */
export function useNamedDocuments(named: NamedDocuments): GraphqlPlugin {
  return {
    onParams({ params, setParams }) {
      const text = named.textOf(params)
      if (text !== null) setParams({ ...params, query: text })
    },
  }
}
