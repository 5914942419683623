import { useQuery } from 'urql'
import { graphql } from '../../graphql/graphql.ts'

const FACTS = graphql(`
  query PromptFacts($id: ID!) {
    providers {
      id
      token
      aliases
      label
    }
    project(id: $id) {
      id
      all: prompts(first: 0) {
        totalCount
      }
      tags(first: 200) {
        nodes {
          id
          name
        }
      }
    }
  }
`)

/** Loads the options of filters and cells, and the number of prompts. */
export function usePromptFacts(projectId: string) {
  const [{ data }] = useQuery({ query: FACTS, variables: { id: projectId } })
  return {
    providers: data?.providers ?? [],
    tags: (data?.project?.tags?.nodes ?? []).map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en')),
    /** Null while loading. */
    prompts: data?.project?.all?.totalCount ?? null,
  }
}
