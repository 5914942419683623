import { z } from 'zod'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'

/** A brand that a project tracks in addition to its analysis brand. */
export const competitorDefinition = z
  .object({
    id: z
      .uuid()
      .describe('Id of the competitor.')
      .register(fieldMetadata, { example: '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d' }),
    name: z.string().describe('Name to look for in answers.').register(fieldMetadata, { example: 'Boardly' }),
    url: z
      .string()
      .nullable()
      .describe('Website of the competitor.')
      .register(fieldMetadata, { example: null }),
    aliases: z.array(z.string()).describe('Other names to look for in answers.'),
    domains: z.array(z.string()).describe('Domains of the competitor other than the domain of its website.'),
    createdAt: z.date().describe('When the competitor was added.'),
  })
  // Records also contain the project id, which is not a public field.
  .register(fieldMetadata, { selective: true })
