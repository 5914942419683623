import { z } from 'zod'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'

const list = (description: string, example: string[]) =>
  z.array(z.string()).describe(description).register(fieldMetadata, { example })

/** A prompt: a question that the project's runs send to providers. */
export const promptDefinition = z
  .object({
    id: z
      .uuid()
      .describe('ID of the prompt: `promptId` in paths, `projectPromptId` in request bodies.')
      .register(fieldMetadata, { example: '019a6f2e-b1f4-7e02-9a6b-4c5d6e7f8a9b' }),
    text: z
      .string()
      .describe('Text of the prompt.')
      .register(fieldMetadata, { example: 'What is the best task manager for a small team?' }),
    providers: list('Providers that the prompt is sent to. Aliases are resolved to provider IDs.', [
      'chatgpt',
      'perplexity',
    ]),
    locations: list(
      'Locations to ask from: countries (ISO 3166-1 alpha-2), each with an optional language and city, such as `fr-CH/Geneva`.',
      ['US'],
    ),
    tags: list('Tags, sorted by name.', ['comparison']),
    active: z.boolean().describe('Whether runs include the prompt.'),
    createdAt: z.date().describe('When the prompt was created.'),
    updatedAt: z.date().describe('When the prompt was last changed.'),
  })
  .meta({ id: 'Prompt' })
  .register(fieldMetadata, { selective: true })
