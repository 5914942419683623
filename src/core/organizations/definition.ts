import { z } from 'zod'
import { limitsDefinition, planSchema } from './limits.ts'

/** An organization as its members see it. */
export const organizationDefinition = z.object({
  id: z.uuid().describe('ID of the organization in the REST API.'),
  name: z.string().describe('Name of the organization.'),
  plan: planSchema,
  credits: z.int().nonnegative().describe('Available prepaid credits, excluding reserved credits.'),
  createdAt: z.date().describe('When the organization was created.'),
  limits: limitsDefinition.describe('Limits of the plan, including exceptions granted to this organization.'),
})

export type OrganizationDetails = z.output<typeof organizationDefinition>

/** An organization as operators see it. */
export type OrganizationRecord = Pick<OrganizationDetails, 'id' | 'name' | 'plan' | 'credits'>
