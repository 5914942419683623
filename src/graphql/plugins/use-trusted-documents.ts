import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import type { TrustedDocuments } from '../trusted-documents.ts'
import type { GraphqlPlugin } from './plugin.ts'

/**
 * Executes only listed documents, named by their hash (`extensions.persistedQuery`) or sent as text. Yoga's own plugin refuses
 * texts; a listed text is replaced by its hash for it, so that clients without support for hashes work too.
 */
export function useTrustedDocuments(documents: TrustedDocuments): GraphqlPlugin {
  return {
    onPluginInit({ addPlugin }) {
      addPlugin({
        onParams({ params, setParams }) {
          const hash = params.query ? documents.hashOf(params.query) : null
          if (hash === null) return
          const { query: _, ...rest } = params
          setParams({ ...rest, extensions: { persistedQuery: { version: 1, sha256Hash: hash } } })
        },
      })
      addPlugin(
        usePersistedOperations({
          getPersistedOperation: (hash) => documents.byHash(hash),
          customErrors: {
            notFound: 'No operation with this hash is listed (PersistedQueryNotFound).',
            keyNotFound: 'Only listed operations are executed: name one by extensions.persistedQuery.',
            persistedQueryOnly: 'Only listed operations are executed; this one is not listed.',
          },
        }),
      )
    },
  }
}
