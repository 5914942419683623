import { expect } from 'vitest'
import type { World } from '../world.ts'
import { ask, send } from './graphql-client.ts'

/** One page of a project's prompts. */
export interface PromptsShown {
  totalCount: number
  texts: string[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
}

/** Query for a page of the prompts of the key's project. */
export const PROMPTS = `query ($first: Int, $after: String, $last: Int, $before: String, $q: String, $provider: String,
  $tag: String, $active: Boolean, $orderBy: PromptOrder) { viewer { project { prompts(first: $first, after: $after,
  last: $last, before: $before, filter: { q: $q, provider: $provider, tag: $tag, active: $active }, orderBy: $orderBy) {
  totalCount edges { cursor node { text } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`

/** Fields of the prompt in a mutation's payload. */
export const PROMPT =
  'prompt { databaseId text providers { token } locations tags { name } active deletedAt project { name } }'

type Caller = { key: string }

/** Returns helpers that read and change prompts over GraphQL. */
export function promptGraph(world: () => World) {
  const operation = (name: string, input: object, fields: string) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
    const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${fields} } }`
    return { query, variables: { input } }
  }
  return {
    async list({ key }: Caller, variables: Record<string, unknown> = {}): Promise<PromptsShown> {
      const { viewer } = await ask(world(), key, PROMPTS, variables)
      const { totalCount, edges, pageInfo } = viewer.project.prompts
      return { totalCount, pageInfo, texts: edges.map((edge: { node: { text: string } }) => edge.node.text) }
    },
    /** Returns the payload of a mutation that must succeed. */
    async change({ key }: Caller, name: string, input: object, fields: string) {
      const { query, variables } = operation(name, input, fields)
      return (await ask(world(), key, query, variables))[name]
    },
    /** Returns the extensions of the only error of a mutation that must fail. */
    async refusal({ key }: Caller, name: string, input: object, fields: string) {
      const { errors } = await send(world(), key, operation(name, input, fields))
      expect(errors).toHaveLength(1)
      return errors?.[0]?.extensions
    },
  }
}
