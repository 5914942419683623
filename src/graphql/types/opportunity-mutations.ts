import type { ListedOpportunity } from '../../core/opportunities/row.ts'
import { updateOpportunity } from '../../core/opportunities/update.ts'
import { builder } from '../foundation/builder.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { omitNullish } from '../foundation/input.ts'
import { Opportunity, OpportunityStatusType } from './opportunity.ts'
import { projectChangePayload } from './project-mutations.ts'

const UpdateOpportunityInput = builder.inputType('UpdateOpportunityInput', {
  description: 'Changes to an opportunity; omitted fields do not change.',
  fields: (t) => ({
    opportunityId: t.id({ required: true, description: 'databaseId or global id of the opportunity.' }),
    status: t.field({
      type: OpportunityStatusType,
      description: '`DONE` starts the comparison of the runs before and after.',
    }),
    assigneeId: t.id({
      description:
        'databaseId or global id of the member of the organization who deals with it; null for nobody.',
    }),
    note: t.string({ description: 'Note of the team, at most 2,000 characters; empty removes it.' }),
  }),
})

const UpdateOpportunityPayload = projectChangePayload<{ opportunity: ListedOpportunity }>(
  'UpdateOpportunityPayload',
  'The changed opportunity.',
)

builder.objectField(UpdateOpportunityPayload, 'opportunity', (t) =>
  t.expose('opportunity', { type: Opportunity, description: 'The opportunity in its new state.' }),
)

builder.mutationField('updateOpportunity', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: UpdateOpportunityPayload,
    description:
      'Changes the status, the assignee or the note of an opportunity. An opportunity that is done is compared with the runs that start afterwards.',
    args: { input: t.arg({ type: UpdateOpportunityInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input: { opportunityId, assigneeId, ...rest } }, { ctx }) => {
      const opportunity = await updateOpportunity({
        ctx,
        input: {
          opportunityId: databaseIdOf(opportunityId, 'Opportunity'),
          ...omitNullish(rest),
          // Null removes the assignee; omitting it does not.
          ...(assigneeId !== undefined && {
            assigneeId: assigneeId === null ? null : databaseIdOf(assigneeId, 'Member'),
          }),
        },
      })
      return { projectId: opportunity.projectId, opportunity }
    },
  }),
)
