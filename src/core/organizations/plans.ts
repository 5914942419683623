import type { Plan } from '../../generated/prisma/enums.ts'

/** Limits of an organization. `manualRuns` and `asyncAnalysis` are feature switches; the other fields are maximums. */
export interface Limits {
  projects: number
  promptsPerProject: number
  manualRuns: boolean
  asyncAnalysis: boolean
}

/**
 * All plans, their limits, and the weight of an organization when several wait for the same provider: with a weight of
 * 3, three of its questions are asked for each question of an organization with a weight of 1. The keys must match the
 * database enum `Plan`.
 */
export const PLANS = {
  free: {
    description: 'No subscription: one project, few prompts, weekly runs.',
    limits: { projects: 1, promptsPerProject: 10, manualRuns: false, asyncAnalysis: false },
    queueWeight: 1,
  },
  pro: {
    description: 'All features, including async analysis and manual runs.',
    limits: { projects: 25, promptsPerProject: 500, manualRuns: true, asyncAnalysis: true },
    queueWeight: 3,
  },
} as const satisfies Record<Plan, { description: string; limits: Limits; queueWeight: number }>

/** Plan of a new organization when the operator does not choose one. */
export const DEFAULT_PLAN: Plan = 'free'
