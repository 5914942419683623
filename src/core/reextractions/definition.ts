import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { REEXTRACTION_STATUSES } from './row.ts'

const count = (description: string, example: number) =>
  z.int().nonnegative().describe(description).register(fieldMetadata, { example })

/** A re-extraction of all runs of a project, with its progress. */
export const projectReextractionDefinition = z
  .object({
    id: z.uuid().describe('ID of the re-extraction.'),
    status: enumSchema(
      REEXTRACTION_STATUSES,
      'Status of the re-extraction. It is running as long as the re-extraction of any run is.',
    ),
    progress: z
      .object({
        total: count('Number of answers in all ended runs.', 300),
        completed: count('Number of answers that have been re-analyzed.', 120),
      })
      .describe('Progress in answers.'),
    createdAt: z.date().describe('When the re-extraction was requested.'),
    startedAt: z.date().nullable().describe('When work started; null until then.'),
    finishedAt: z
      .date()
      .nullable()
      .describe('When the re-extraction ended; null until then.')
      .register(fieldMetadata, { example: null }),
  })
  // GraphQL also has a field for the re-extractions of the individual runs.
  .register(fieldMetadata, { selective: true })
