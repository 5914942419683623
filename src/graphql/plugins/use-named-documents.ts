import type { NamedDocuments } from '../documents/named-documents.ts'
import type { GraphqlPlugin } from './plugin.ts'

/** Resolves documents that requests identify by a hash, and rejects documents that may not be executed. */
export function useNamedDocuments(named: NamedDocuments): GraphqlPlugin {
  return {
    onParams({ params, setParams }) {
      const text = named.textOf(params)
      if (text !== null) setParams({ ...params, query: text })
    },
  }
}
