import { createRandom, type SeededRandom } from '../../../src/providers/simulated/seeded-random.ts'
import type { StartedAnalysis } from './analyses.ts'
import type { Figures } from './figures.ts'
import { inspect } from './inspect.ts'
import { CONCURRENCY, type Installation, openInstallation } from './installation.ts'
import { type Death, questionsAskedAgain, recordDeath, secondsToRecovery } from './recovery.ts'
import type { Services } from './services.ts'
import { allEnded, latencyFor, type Plan, startAnalyses, timeForFault } from './workload.ts'

/**
 * Kills random processes of an installation with SIGKILL while it answers, and starts each again. Then checks from
 * outside that nothing was lost or doubled.
 */
export async function killProcesses(services: Services, plan: Plan): Promise<Figures> {
  const { faults } = plan
  const credits = plan.analyses * plan.unitsPerAnalysis
  const latency = latencyFor(plan, CONCURRENCY * (services.redisUrl === null ? 1 : 2))
  const installation = await openInstallation({ services, credits, latency })
  try {
    const deaths: Death[] = []
    let killed = 0
    const kill = async (name: string) => {
      const at = await installation.kill(name)
      killed += 1
      if (installation.workers.includes(name)) recordDeath(installation, deaths, { worker: name, at })
    }
    const victims = async () => {
      const random = createRandom(plan.seed)
      while (killed < faults) {
        await timeForFault(installation, plan, killed)
        await strike(installation, { random, left: faults - killed, kill })
      }
    }
    const analyses: StartedAnalysis[] = []
    await Promise.all([startAnalyses(installation, plan, { analyses, faultsDone: () => killed }), victims()])
    await allEnded(installation, plan.analyses)
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
