import { z } from 'zod'
import { enumerationOf, enumSchema } from '../../definitions/enumeration.ts'
import type { Plan } from '../../generated/prisma/enums.ts'

/** What an organization may do. `asyncAnalysis` and `manualRuns` are features, the rest are maxima. */
export const limitsDefinition = z.strictObject({
  projects: z.int().nonnegative().describe('Maximum number of projects.'),
  promptsPerProject: z.int().nonnegative().describe('Maximum number of prompts of a project.'),
  manualRuns: z.boolean().describe('Whether runs may be started manually, beside the weekly ones.'),
  asyncAnalysis: z.boolean().describe('Whether async analyses may be started.'),
})

export type Limits = z.infer<typeof limitsDefinition>

/** All plans with their limits. The database has its own list, the type `Plan`; it has to name the same ones. */
export const PLANS = {
  free: {
    description: 'Without a subscription: one project, few prompts, weekly runs.',
    limits: { projects: 1, promptsPerProject: 10, manualRuns: false, asyncAnalysis: false },
  },
  pro: {
    description: 'Everything, async analysis and manual runs included.',
    limits: { projects: 25, promptsPerProject: 500, manualRuns: true, asyncAnalysis: true },
  },
} as const satisfies Record<Plan, { description: string; limits: Limits }>

/** The plan of an organization for which none is named. */
export const DEFAULT_PLAN: Plan = 'free'

/** A plan by its name. */
export const planSchema = enumSchema(enumerationOf(PLANS), 'Its plan.')

/** The limits of an organization: those of its plan, with its own overrides. */
export function limitsOf(organization: { plan: Plan; limits: unknown }): Limits {
  const overrides = limitsDefinition.partial().parse(organization.limits ?? {})
  return { ...PLANS[organization.plan].limits, ...overrides }
}
