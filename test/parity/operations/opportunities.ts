import { addOpportunity } from '../../api/opportunity.ts'
import type { Operation } from '../operation.ts'
import type { Tenant } from '../tenant.ts'
import { mutation, query, rest, tool, WITHIN_PROJECT, wrong } from './entry-parts.ts'

/** Adds an opportunity to a tenant and stores its id as `opportunityId`. */
async function addToTenant({ world, objects }: Tenant): Promise<void> {
  objects.opportunityId = (await addOpportunity(world, objects)).id
}

/** Operations on what to do next. */
export const OPPORTUNITY_OPERATIONS: readonly Operation[] = [
  {
    ...WITHIN_PROJECT,
    name: 'list the opportunities of the project',
    input: () => ({ status: 'open', kind: 'missing_prompt' }),
    arrange: addToTenant,
    rest: rest('GET /v1/analysis/opportunities', 'readOpportunityPage'),
    graphql: query(
      ['listOpportunities', 'countOpportunities'],
      ['viewer', 'project', 'opportunities(status: $status, kind: $kind)'],
    ),
    mcp: tool('list_opportunities', ['readLatestRuns', 'listOpportunities', 'readSimulated'], {
      field: 'opportunities',
    }),
    otherTenant: "the opportunities belong to the key's project",
    badInput: [
      wrong('an unknown status', { status: 'started' }, ['status']),
      wrong('an unknown kind', { kind: 'magic' }, ['kind']),
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'change an opportunity',
    scope: 'write',
    input: ({ opportunityId = '' }) => ({ opportunityId, status: 'done', note: 'Published a guide' }),
    arrange: addToTenant,
    rest: rest('PATCH /v1/analysis/opportunities/{opportunityId}', 'updateOpportunity'),
    graphql: mutation('updateOpportunity', 'updateOpportunity', ['opportunity']),
    mcp: tool('update_opportunity', ['updateOpportunity'], { field: 'opportunity' }),
    otherTenant: ({ opportunityId = '' }) => ({ opportunityId }),
    badInput: [
      wrong('an unknown status', { status: 'started' }, ['status']),
      wrong('a note that is too long', { note: 'x'.repeat(2_001) }, ['note']),
      wrong('an assignee who is no member', { assigneeId: '019a6f2e-8c1d-7a40-9f5e-3b7c2d1e0f64' }, [
        'assigneeId',
      ]),
    ],
  },
]
