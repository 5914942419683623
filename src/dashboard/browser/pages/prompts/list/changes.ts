import { useClient } from 'urql'
import { graphql, type VariablesOf } from '../../../graphql/graphql.ts'
import { type Problem, problemOf } from '../../../graphql/problem.ts'
import { PROMPT, type PromptRow } from './prompt-list.ts'

const CHANGE = graphql(
  `
    mutation ChangePrompts($input: ChangePromptsInput!) {
      changePrompts(input: $input) {
        created {
          ...PromptRow
        }
        updated {
          ...PromptRow
        }
        deletedPromptIds
      }
    }
  `,
  [PROMPT],
)

type Input = VariablesOf<typeof CHANGE>['input']

/** A prompt to create. */
export type NewPrompt = NonNullable<Input['create']>[number]

/** New values of a prompt. Missing values are unchanged. */
export type PromptChange = NonNullable<Input['update']>[number]

/** Changes sent in one request. */
export type PromptChanges = Pick<Input, 'create' | 'update' | 'deletePromptIds'>

/** Number of prompts per request. Each request is applied completely or not at all. */
export const BATCH = 100

/**
 * Changes prompts of a project in one request, which is applied completely or not at all. Resolves with null on
 * success. Field error paths start with the kind of change, such as `update.0.text`.
 */
export function useChangePrompts(projectId: string): (changes: PromptChanges) => Promise<Problem | null> {
  const client = useClient()
  return async (changes) => {
    const { error } = await client.mutation(CHANGE, { input: { projectId, ...changes } })
    return problemOf(error)
  }
}

/** Returns the changes that restore the current values of everything `changes` touches. */
export function inverseOf(changes: readonly PromptChange[], prompts: readonly PromptRow[]): PromptChange[] {
  const byId = new Map(prompts.map((prompt) => [prompt.databaseId, prompt]))
  return changes.flatMap((change) => {
    const prompt = byId.get(change.promptId)
    if (!prompt) return []
    return {
      promptId: change.promptId,
      ...(change.text !== undefined && { text: prompt.text }),
      ...(change.active !== undefined && { active: prompt.active }),
      ...(change.locations !== undefined && { locations: [...prompt.locations] }),
      ...(change.providers !== undefined && { providers: prompt.providers.map(({ token }) => token) }),
      ...(change.tags !== undefined && { tags: prompt.tags.map(({ name }) => name) }),
    }
  })
}

/** Splits a list into batches for single requests. */
export function inBatches<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = []
  for (let start = 0; start < items.length; start += BATCH) parts.push(items.slice(start, start + BATCH))
  return parts
}
