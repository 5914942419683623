import { z } from 'zod'
import { facts } from '../../definitions/facts.ts'

const list = (description: string, example: string[]) =>
  z.array(z.string()).describe(description).register(facts, { example })

/** A question that the runs of a project ask. */
export const promptDefinition = z
  .object({
    id: z
      .uuid()
      .describe('Its id: `promptId` in paths, `projectPromptId` in bodies.')
      .register(facts, { example: '019a6f2e-b1f4-7e02-9a6b-4c5d6e7f8a9b' }),
    text: z
      .string()
      .describe('The question itself.')
      .register(facts, { example: 'What is the best task manager for a small team?' }),
    providers: list('The providers it is asked of: their literal ids, whatever alias was given.', [
      'chatgpt',
      'perplexity',
    ]),
    locations: list('The countries it is asked from, ISO 3166-1 alpha-2.', ['US']),
    tags: list('Its tags, in the order of their names.', ['comparison']),
    active: z.boolean().describe('Whether runs ask it.'),
    createdAt: z.date().describe('When it was created.'),
    updatedAt: z.date().describe('When it was last changed.'),
  })
  .meta({ id: 'Prompt' })
  .register(facts, { selective: true })
