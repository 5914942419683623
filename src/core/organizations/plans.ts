import { z } from 'zod'
import type { Plan } from '../../generated/prisma/enums.ts'

/** What an organization may do. `asyncAnalysis` and `manualRuns` are features, the rest are maxima. */
export const limitsSchema = z.strictObject({
  projects: z.int().nonnegative(),
  promptsPerProject: z.int().nonnegative(),
  manualRuns: z.boolean(),
  asyncAnalysis: z.boolean(),
})
export type Limits = z.infer<typeof limitsSchema>

/** The one table of plan limits (contract §4). */
export const PLAN_LIMITS: Record<Plan, Limits> = {
  free: { projects: 1, promptsPerProject: 10, manualRuns: false, asyncAnalysis: false },
  pro: { projects: 25, promptsPerProject: 500, manualRuns: true, asyncAnalysis: true },
}

/** The limits in force: those of the plan, with the organization's own overrides. */
export function limitsOf(organization: { plan: Plan; limits: unknown }): Limits {
  return { ...PLAN_LIMITS[organization.plan], ...limitsSchema.partial().parse(organization.limits ?? {}) }
}
