import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'

/** Where suggested prompts come from. */
export const SUGGESTION_SOURCES = {
  search_volume:
    'The organization looked up the search volume of this text, which shares a word with a prompt.',
  search_query:
    'Assistants searched the web for this text while they answered the prompts of the latest run.',
  site: 'The website of the brand: an undecided proposal of the setup.',
} as const satisfies Enumeration

/** A suggested prompt. */
export const promptSuggestionDefinition = z.object({
  text: z
    .string()
    .describe('Text of the prompt.')
    .register(fieldMetadata, { example: 'best task manager for freelancers', untrusted: true }),
  source: enumSchema(SUGGESTION_SOURCES, 'Where the suggestion comes from.'),
  searches: z
    .int()
    .nonnegative()
    .nullable()
    .describe(
      'How often assistants searched for it, in any wording, in the latest run; null for other sources.',
    )
    .register(fieldMetadata, { example: 12 }),
  monthlyVolume: z
    .int()
    .nonnegative()
    .nullable()
    .describe(
      'Monthly search volume of a keyword with the same meaning that the organization looked up; null if there is none, or if the caller may not look up volumes.',
    )
    .register(fieldMetadata, { example: 1_200 }),
  branded: z
    .boolean()
    .describe('Whether the text names the brand. Answers to such prompts favor it.')
    .register(fieldMetadata, { example: false }),
})
export type PromptSuggestion = z.output<typeof promptSuggestionDefinition>
