import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'

/** Where suggested prompts come from. */
export const SUGGESTION_SOURCES = {
  search_query: 'Assistants searched the web for it while they answered the prompts of the latest run.',
  site: 'The website of the brand: an undecided proposal of the setup.',
} as const satisfies Enumeration

/** A suggested prompt. */
export const promptSuggestionDefinition = z.object({
  text: z
    .string()
    .describe('Text of the prompt.')
    .register(fieldMetadata, { example: 'best task manager for freelancers', untrusted: true }),
  source: enumSchema(SUGGESTION_SOURCES, 'Where it comes from.'),
  searches: z
    .int()
    .nonnegative()
    .nullable()
    .describe(
      'How often assistants searched for it, in any wording, in the latest run; null for other sources.',
    )
    .register(fieldMetadata, { example: 12 }),
  branded: z
    .boolean()
    .describe('Whether the text names the brand. Answers to such prompts favor it.')
    .register(fieldMetadata, { example: false }),
})
export type PromptSuggestion = z.output<typeof promptSuggestionDefinition>
