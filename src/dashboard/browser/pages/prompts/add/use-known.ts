import { useEffect, useMemo, useState } from 'react'
import { useClient } from 'urql'
import { graphql } from '../../../graphql/graphql.ts'
import { readAll } from '../../../graphql/pager.ts'
import type { Existing } from './read-pasted.ts'

const TEXTS = graphql(`
  query PromptTexts($id: ID!, $after: String) {
    project(id: $id) {
      id
      prompts(first: 200, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          text
        }
      }
    }
  }
`)

/**
 * Fetches the data that pasted prompts are validated against. If existing texts cannot be loaded, only the server
 * checks for duplicates.
 */
export function useExisting(
  projectId: string,
  providers: readonly { token: string; aliases: readonly string[] }[],
): Existing & { ready: boolean } {
  const client = useClient()
  const [texts, setTexts] = useState<ReadonlySet<string>>()
  useEffect(() => {
    readAll(client, {
      query: TEXTS,
      variables: (after) => ({ id: projectId, after }),
      connection: ({ project }) => project?.prompts,
    })
      .then((prompts) => setTexts(new Set(prompts.map(({ text }) => text))))
      .catch(() => setTexts(new Set()))
  }, [client, projectId])
  return useMemo(
    () => ({
      ready: texts !== undefined,
      texts: texts ?? new Set(),
      providers: new Map(
        providers.flatMap(({ token, aliases }) =>
          [token, ...aliases].map((name) => [name.toLowerCase(), token] as const),
        ),
      ),
    }),
    [texts, providers],
  )
}
