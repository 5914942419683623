import { useClient } from 'urql'
import { graphql, type VariablesOf } from '../../graphql/graphql.ts'
import { type Problem, problemOf } from '../../graphql/problem.ts'
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

/** A prompt to be created. */
export type NewPrompt = NonNullable<Input['create']>[number]

/** New values of a prompt; those that are missing stay. */
export type PromptChange = NonNullable<Input['update']>[number]

/** What is changed in one go. */
export type PromptChanges = Pick<Input, 'create' | 'update' | 'deletePromptIds'>

/** Prompts of one request: each request is done as a whole or not at all. */
export const BATCH = 100

/**
 * Changes prompts of a project in one request, all or none; null when it was done. The paths of field errors are those of the
 * changes, such as `update.0.text`.
 */
export function useChangePrompts(projectId: string): (changes: PromptChanges) => Promise<Problem | null> {
  const client = useClient()
  return async (changes) => {
    const { error } = await client.mutation(CHANGE, { input: { projectId, ...changes } })
    return problemOf(error)
  }
}

/** The changes that put the prompts back as they are now, as far as `changes` touches them. */
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

/** Cuts a list into parts that one request may hold. */
export function inBatches<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = []
  for (let start = 0; start < items.length; start += BATCH) parts.push(items.slice(start, start + BATCH))
  return parts
}
