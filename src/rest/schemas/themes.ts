import { z } from 'zod'
import { brandThemesDefinition } from '../../core/themes/definition.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'

const runId = (description: string) =>
  z
    .uuid()
    .nullable()
    .describe(description)
    .register(fieldMetadata, { example: '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d' })

/** Response of the endpoints for themes. */
export const runThemesSchema = z
  .object({
    runId: runId('The run; null if no run of the project has results.'),
    previousRunId: runId('The run that changes are relative to; null for the first run.'),
    data: z
      .array(brandThemesDefinition.meta({ id: 'BrandThemes' }))
      .describe('First the brand, then each competitor; empty unless the run has ended with results.'),
  })
  .meta({ id: 'RunThemes' })
