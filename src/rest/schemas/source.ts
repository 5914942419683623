import { z } from 'zod'
import { sourceDefinition } from '../../core/sources/definition.ts'
import { nextCursorSchema } from './page.ts'

/** Response of GET /analysis/runs/{runId}/sources. */
export const sourcePageSchema = z
  .object({ data: z.array(sourceDefinition).describe('A page of sites.'), nextCursor: nextCursorSchema })
  .meta({ id: 'SourcePage' })
