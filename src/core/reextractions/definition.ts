import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import { facts } from '../../definitions/facts.ts'
import { REEXTRACTION_STATUSES } from './row.ts'

const count = (description: string, example: number) =>
  z.int().nonnegative().describe(description).register(facts, { example })

/** How far the re-extraction of a project is. */
export const projectReextractionDefinition = z
  .object({
    id: z.uuid().describe('Its id.'),
    status: enumSchema(REEXTRACTION_STATUSES, 'Its state: running while that of any run is.'),
    progress: z
      .object({
        total: count('Answers of all ended runs.', 300),
        completed: count('Those that have been read again.', 120),
      })
      .describe('How many answers have been read.'),
    createdAt: z.date().describe('When it was requested.'),
    startedAt: z.date().nullable().describe('When work started; null before.'),
    finishedAt: z
      .date()
      .nullable()
      .describe('When it ended; null before.')
      .register(facts, { example: null }),
  })
  // Its records say as well which runs are parts of it.
  .register(facts, { selective: true })
