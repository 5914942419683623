import { z } from 'zod'
import { opportunityDefinition } from '../../core/opportunities/foundation/definition.ts'

export const opportunitySchema = opportunityDefinition.meta({ id: 'Opportunity' })

/** A page of opportunities. */
export const opportunityPageSchema = z
  .object({
    data: z.array(opportunitySchema).describe('Opportunities, largest expected gain first.'),
    nextCursor: z
      .string()
      .nullable()
      .describe('Pass it as `cursor` to get the next page; null on the last page.'),
  })
  .meta({ id: 'OpportunityPage' })
