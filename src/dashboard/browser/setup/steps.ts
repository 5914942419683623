/** Steps from a new project to its first run, in their order. A new installation creates the account before them. */
export const STEPS = ['brand', 'providers', 'run'] as const

export type Step = (typeof STEPS)[number]
