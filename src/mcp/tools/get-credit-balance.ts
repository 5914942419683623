import { organizationDefinition } from '../../core/organizations/definition.ts'
import { readOrganization } from '../../core/organizations/read.ts'
import { defineTool, NO_INPUT } from '../tool.ts'

/** The credits and limits of the caller's organization. */
export const getCreditBalance = defineTool({
  name: 'get_credit_balance',
  title: 'Get credit balance',
  description: 'Prepaid credits that are left, and the plan of the organization with its limits.',
  permission: 'organization:read',
  effect: 'read',
  input: NO_INPUT,
  output: organizationDefinition,
  run: (_, { ctx }) => readOrganization({ ctx }),
})
