import { createRandom } from '../../../src/providers/simulated/seeded-random.ts'
import { eventually } from '../../eventually.ts'
import { type StartedAnalysis, startAnalysis, webhooksReceived } from './analyses.ts'
import type { Installation } from './installation.ts'

/** Size of a scenario. */
export interface Plan {
  seed: number
  analyses: number
  unitsPerAnalysis: number
  /** How often the fault happens. */
  faults: number
  /** Approximate number of answers per second. It must be low enough that the faults happen before the last answer. */
  rate: number
}

/** Maximum number of unfinished analyses before the next one starts. */
const MAX_OPEN = 6
/** Milliseconds for the webhooks of the last analyses, which may have to wait for two sweeps. */
const END_LIMIT = 180_000

/** Returns the milliseconds after which the vendor must reply, so that `slots` concurrent questions reach the rate. */
export function latencyFor({ rate }: Plan, slots: number): number {
  return (slots / rate) * 1_000
}

/**
 * Starts the analyses of a plan one after the other, while `faultsDone` increases from 0 to the faults of the plan. Adds each
 * to `analyses`.
 */
export async function startAnalyses(
  installation: Installation,
  plan: Plan,
  { analyses, faultsDone }: { analyses: StartedAnalysis[]; faultsDone: () => number },
): Promise<void> {
  const { vendor } = installation
  const random = createRandom(plan.seed + 1)
  while (analyses.length < plan.analyses) {
    const number = analyses.length
    const finished = number - MAX_OPEN
    await vendor.until(
      () =>
        vendor.replied() >= finished * plan.unitsPerAnalysis &&
        faultsDone() >= (finished / plan.analyses) * plan.faults,
    )
    const prompts = Array.from(
      { length: plan.unitsPerAnalysis },
      (_, index) => `Which tool is best for team ${number}, member ${index}?`,
    )
    analyses.push(await startAnalysis(installation, random, { name: `analysis-${number}`, prompts }))
  }
}

/** Resolves when it is time for the fault with this number, from 0: the faults are spread evenly over the answers. */
export async function timeForFault({ vendor }: Installation, plan: Plan, number: number): Promise<void> {
  const answers = ((number + 1) / (plan.faults + 1)) * plan.analyses * plan.unitsPerAnalysis
  await vendor.until(() => vendor.replied() >= answers)
}

/** Resolves when the webhooks of this number of analyses have arrived. */
export async function allEnded(installation: Installation, analyses: number): Promise<void> {
  await eventually(
    () => {
      const missing = analyses - webhooksReceived(installation)
      if (missing > 0) throw new Error(`${missing} webhooks are missing`)
    },
    { within: END_LIMIT },
  )
}
