import type { PromptRecord } from '../../core/prompts/record.ts'
import { builder } from '../builder.ts'
import { Prompt } from './prompt.ts'

/** What the fields that requests about prompts share are for. */
export const ABOUT = {
  projectId: 'The project, for members only: a key has one and names none.',
  promptId: 'The prompt: its databaseId, or its global id.',
  text: 'The question, 1–5,000 characters, which no other prompt of the project has.',
  providers: 'Tokens or aliases of those it is asked of.',
  locations: 'The countries it is asked from, 1–20.',
  tags: 'Names of all its tags, at most 50; new ones are made.',
  active: 'Whether runs ask it.',
} as const

/** The payload of a mutation that gives back one prompt. */
export function promptPayload(name: string, description: string) {
  return builder.objectRef<{ prompt: PromptRecord }>(name).implement({
    description,
    fields: (t) => ({
      prompt: t.expose('prompt', { type: Prompt, description: 'The prompt as it is now.' }),
    }),
  })
}
