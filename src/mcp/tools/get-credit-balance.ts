import { organizationDefinition } from '../../core/organizations/definition.ts'
import { readOrganization } from '../../core/organizations/read.ts'
import { defineTool, NO_INPUT } from '../foundation/tool.ts'

export const getCreditBalance = defineTool({
  name: 'get_credit_balance',
  title: 'Get credit balance',
  description:
    'Returns the remaining prepaid credits of the organization and the limits of its plan. Call it before start_async_analysis.',
  permission: 'organization:read',
  effect: 'read',
  input: NO_INPUT,
  output: organizationDefinition,
  run: (_, { ctx }) => readOrganization({ ctx }),
})
