import { createRandom, type SeededRandom } from '../../../src/providers/simulated/seeded-random.ts'
import { eventually } from '../../eventually.ts'
import type { TestDatabase } from '../../world.ts'
import { type StartedAnalysis, startAnalysis, webhooksReceived } from './analyses.ts'
import { type Inspection, inspect } from './inspect.ts'
import { type Backend, CONCURRENCY, type Installation, openInstallation } from './installation.ts'
import { type Death, questionsAskedAgain, recordDeath, secondsToRecovery } from './recovery.ts'

/** Figures of a scenario. */
export interface Figures extends Inspection {
  /** How often the fault happened. */
  times: number
  /** Questions that the vendor received again, and the maximum: the faults of workers × their concurrency. */
  askedAgain: number
  askedAgainLimit: number
  /** Seconds until each unit that a worker was asking was resumed, ascending. */
  recovery: number[]
  /** Answers and rows of the ledger that changed when a frozen worker continued. */
  changedLater: number
}

/** Size of a scenario. */
export interface KillPlan {
  backend: Backend
  database: TestDatabase
  seed: number
  analyses: number
  unitsPerAnalysis: number
  kills: number
  /** Approximate number of answers per second. It must be low enough that the kills happen before the last answer. */
  rate: number
}

/** Maximum number of unfinished analyses before the next one starts. */
const MAX_OPEN = 6
/** Milliseconds for the webhooks of the last analyses, which may have to wait for two sweeps. */
const END_LIMIT = 180_000

/**
 * Kills random processes of an installation with SIGKILL while it answers, and starts each again. Then checks from
 * outside that nothing was lost or doubled.
 */
export async function killProcesses(plan: KillPlan): Promise<Figures> {
  const { backend, database, kills } = plan
  const credits = plan.analyses * plan.unitsPerAnalysis
  const slots = CONCURRENCY * (backend === 'redis' ? 2 : 1)
  const latency = (slots / plan.rate) * 1_000
  const installation = await openInstallation({ backend, database, credits, latency })
  try {
    const { vendor } = installation
    const deaths: Death[] = []
    let killed = 0
    const kill = async (name: string) => {
      const at = await installation.kill(name)
      killed += 1
      if (installation.workers.includes(name)) recordDeath(installation, deaths, { worker: name, at })
    }
    const victims = async () => {
      const random = createRandom(plan.seed)
      while (killed < kills) {
        const answers = ((killed + 1) / (kills + 1)) * credits
        await vendor.until(() => vendor.replied() >= answers)
        await strike(installation, { random, left: kills - killed, kill })
      }
    }
    const analyses: StartedAnalysis[] = []
    const starts = async () => {
      const random = createRandom(plan.seed + 1)
      while (analyses.length < plan.analyses) {
        const number = analyses.length
        const finished = number - MAX_OPEN
        await vendor.until(
          () =>
            vendor.replied() >= finished * plan.unitsPerAnalysis &&
            killed >= (finished / plan.analyses) * kills,
        )
        const prompts = Array.from(
          { length: plan.unitsPerAnalysis },
          (_, index) => `Which tool is best for team ${number}, member ${index}?`,
        )
        analyses.push(await startAnalysis(installation, random, { name: `analysis-${number}`, prompts }))
      }
    }
    await Promise.all([victims(), starts()])
    await eventually(
      () => {
        const missing = plan.analyses - webhooksReceived(installation)
        if (missing > 0) throw new Error(`${missing} webhooks are missing`)
      },
      { within: END_LIMIT },
    )
    const recovery = await secondsToRecovery(installation, deaths)
    return {
      ...(await inspect(installation, { analyses, credits })),
      times: killed,
      askedAgain: questionsAskedAgain(installation),
      askedAgainLimit: deaths.length * CONCURRENCY,
      recovery: recovery.sort((a, b) => a - b),
      changedLater: 0,
    }
  } finally {
    await installation.close()
  }
}

/**
 * Kills and restarts processes in one of four ways: a gateway, a worker, a worker twice (the second time right after it
 * has asked a question), or all workers at once. Kills at most `left` times.
 */
async function strike(
  { gateways, start, vendor, workers }: Installation,
  { random, left, kill }: { random: SeededRandom; left: number; kill: (name: string) => Promise<void> },
): Promise<void> {
  const worker = random.pick(workers)
  const gateway = random.pick(gateways)
  const way = random.below(4)
  if (way === 0) {
    await kill(gateway)
    await start(gateway)
  } else if (way === 1 && left >= workers.length) {
    await Promise.all(workers.map(kill))
    await Promise.all(workers.map(start))
  } else if (way === 2 && left >= 2) {
    await kill(worker)
    await start(worker)
    await vendor.until(() => vendor.waiting(worker) > 0)
    await kill(worker)
    await start(worker)
  } else {
    await kill(worker)
    await start(worker)
  }
}
