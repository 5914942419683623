import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { toEnumeration } from '../../definitions/fields/enumeration.ts'
import type { Plan } from '../../generated/prisma/enums.ts'
import { type Limits, PLANS } from './plans.ts'

export const limitsDefinition = z.strictObject({
  projects: z.int().nonnegative().describe('Maximum number of projects.'),
  promptsPerProject: z.int().nonnegative().describe('Maximum number of prompts per project.'),
  manualRuns: z.boolean().describe('Whether runs may be started manually, in addition to the weekly runs.'),
  asyncAnalysis: z.boolean().describe('Whether async analyses may be started.'),
}) satisfies z.ZodType<Limits>

export const planSchema = enumSchema(toEnumeration(PLANS), 'Plan of the organization.')

/** Returns the limits of an organization: the limits of its plan, with the organization's overrides applied. */
export function limitsOf(organization: { plan: Plan; limits: unknown }): Limits {
  const overrides = limitsDefinition.partial().parse(organization.limits ?? {})
  return { ...PLANS[organization.plan].limits, ...overrides }
}
