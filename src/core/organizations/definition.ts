import { z } from 'zod'
import { limitsDefinition, planSchema } from './plans.ts'

/** An organization as its own members see it. */
export const organizationDefinition = z.object({
  id: z.uuid().describe('Its id in REST.'),
  name: z.string().describe('Its name.'),
  plan: planSchema,
  credits: z.int().nonnegative().describe('Prepaid credits left, without reserved ones.'),
  createdAt: z.date().describe('When it was created.'),
  limits: limitsDefinition.describe('What it may do: the limits of its plan with its own exceptions.'),
})

export type OrganizationDetails = z.output<typeof organizationDefinition>

/** An organization as operators see it. */
export type OrganizationRecord = Pick<OrganizationDetails, 'id' | 'name' | 'plan' | 'credits'>
