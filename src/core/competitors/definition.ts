import { z } from 'zod'
import { facts } from '../../definitions/facts.ts'

/** A brand that is tracked beside the analysis brand of a project. */
export const competitorDefinition = z
  .object({
    id: z.uuid().describe('Its id.').register(facts, { example: '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d' }),
    name: z
      .string()
      .describe('Its name, by which answers are searched for it.')
      .register(facts, { example: 'Boardly' }),
    url: z.string().nullable().describe('Its website.').register(facts, { example: null }),
    aliases: z.array(z.string()).describe('Other names by which it is recognized.'),
    domains: z.array(z.string()).describe('Further domains of its own, beside that of its website.'),
    createdAt: z.date().describe('When it was added.'),
  })
  // Its records say as well whose it is.
  .register(facts, { selective: true })
