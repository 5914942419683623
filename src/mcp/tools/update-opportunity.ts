import { z } from 'zod'
import { updateOpportunity as update, updateOpportunityBodySchema } from '../../core/opportunities/update.ts'
import { defineTool } from '../foundation/tool.ts'
import { changedOpportunityView } from '../views/opportunity.ts'

export const updateOpportunity = defineTool({
  name: 'update_opportunity',
  title: 'Change an opportunity',
  description:
    'Changes the status, the assignee or the note of an opportunity from list_opportunities. Mark it done once the work is published: outcome then compares the last run before with the first runs that start afterwards. Ask the user first.',
  permission: 'settings:write',
  effect: 'change',
  input: updateOpportunityBodySchema.extend({
    opportunityId: z.string('must be a text').describe('Id of the opportunity.'),
  }),
  output: z.object({
    opportunity: changedOpportunityView.definition.describe('The opportunity in its new state.'),
  }),
  async run(input, { ctx }) {
    return { opportunity: changedOpportunityView.show(await update({ ctx, input })) }
  },
})
