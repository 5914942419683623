import { organizationDefinition } from '../../core/organizations/definition.ts'
import { readOrganization } from '../../core/organizations/read.ts'
import { defineTool, NO_INPUT } from '../tool.ts'

/** The credits and limits of the caller's organization. */
export const getCreditBalance = defineTool({
  name: 'get_credit_balance',
  title: 'Get credit balance',
  description:
    'The prepaid credits that the organization has left, and its plan with its limits. Call it before start_async_analysis, which costs one credit for each prompt × provider × location × replicate.',
  permission: 'organization:read',
  effect: 'read',
  input: NO_INPUT,
  output: organizationDefinition,
  run: (_, { ctx }) => readOrganization({ ctx }),
})
