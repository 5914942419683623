import { z } from 'zod'
import { updateOpportunity as update, updateOpportunityBodySchema } from '../../core/opportunities/update.ts'
import { defineTool } from '../foundation/tool.ts'
import { changedOpportunityView } from '../views/opportunity.ts'

export const updateOpportunity = defineTool({
  name: 'update_opportunity',
  title: 'Change an opportunity',
  description: 'Changes an opportunity. Mark it done once the work is published.',
  permission: 'settings:write',
  effect: 'change',
  input: updateOpportunityBodySchema.extend({
    opportunityId: z.string('must be a text').describe('Its id.'),
  }),
  output: z.object({
    opportunity: changedOpportunityView.definition.describe('The opportunity in its new state.'),
  }),
  async run(input, { ctx }) {
    return { opportunity: changedOpportunityView.show(await update({ ctx, input })) }
  },
})
