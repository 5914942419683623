import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '../../../src/providers/simulated/seeded-random.ts'
import { eventually } from '../../eventually.ts'
import { type StartedAnalysis, startAnalysis, webhookIds } from './analyses.ts'
import type { Figures } from './figures.ts'
import { inspect } from './inspect.ts'
import { CONCURRENCY, type Installation, openInstallation } from './installation.ts'
import { questionsAskedAgain } from './recovery.ts'
import type { Services } from './services.ts'
import { allEnded, latencyFor, type Plan, startAnalyses, timeForFault } from './workload.ts'

/** A fault of a server that the processes share. */
export interface Cut {
  services: Services
  /** Causes the fault. */
  begin(installation: Installation): Promise<void>
  /** Ends the fault, if it does not end by itself. */
  end(installation: Installation): Promise<void>
  /** Prepares the servers for the next fault. */
  repair?(): Promise<void>
}

/** Size of a scenario with cuts. */
export interface CutPlan extends Plan {
  /** Duration of each fault, in milliseconds. */
  duration: number
}

/**
 * Cuts an installation off from a server several times while it answers. After each fault, measures the time until the
 * earlier analyses continue and a new analysis through each gateway has ended. At the end, counts from outside which units
 * were lost or doubled.
 */
export async function cutService(cut: Cut, plan: CutPlan): Promise<Figures> {
  const { services } = cut
  const { duration, faults } = plan
  const latency = latencyFor(plan, CONCURRENCY * 2)
  const probes = faults * 2
  const credits = plan.analyses * plan.unitsPerAnalysis + probes
  const installation = await openInstallation({ services, credits, latency })
  try {
    const analyses: StartedAnalysis[] = []
    const probed: StartedAnalysis[] = []
    const recovery: number[] = []
    let done = 0
    const cuts = async () => {
      while (done < faults) {
        await timeForFault(installation, plan, done)
        const accepted = [...analyses]
        await cut.begin(installation)
        await pause(duration)
        const at = Date.now()
        await cut.end(installation)
        const [started] = await Promise.all([
          probe(installation, done),
          askedAfter(installation, { analyses: accepted, at }),
        ])
        probed.push(...started)
        recovery.push((Date.now() - at) / 1_000)
        await cut.repair?.()
        done += 1
        installation.vendor.recheck()
      }
    }
    await Promise.all([startAnalyses(installation, plan, { analyses, faultsDone: () => done }), cuts()])
    await allEnded(installation, plan.analyses + probes)
    return {
      ...(await inspect(installation, { analyses: [...analyses, ...probed], credits })),
      times: faults,
      askedAgain: questionsAskedAgain(installation),
      askedAgainLimit: faults * installation.workers.length * CONCURRENCY,
      recovery: recovery.sort((a, b) => a - b),
      changedLater: 0,
    }
  } finally {
    await installation.close()
  }
}

/** Resolves when a question of one of the analyses has been asked after a time, or if all of them had been asked before. */
async function askedAfter(
  { vendor }: Installation,
  { analyses, at }: { analyses: readonly StartedAnalysis[]; at: number },
): Promise<void> {
  const lastAsked = (prompt: string) => vendor.asked.get(prompt)?.at(-1)?.at
  const prompts = analyses.flatMap((analysis) => analysis.prompts)
  if (prompts.every(lastAsked)) return
  await vendor.until(() => prompts.some((prompt) => (lastAsked(prompt) ?? 0) > at))
}

/** Starts an analysis with one unit through each gateway, and resolves when their webhooks have arrived. */
async function probe(installation: Installation, number: number): Promise<StartedAnalysis[]> {
  const random = createRandom(number)
  return Promise.all(
    installation.gateways.map(async (gateway) => {
      const name = `probe-${number}-${gateway}`
      const prompts = [`Which tool is best for ${name}?`]
      const started = await startAnalysis({ ...installation, gateways: [gateway] }, random, { name, prompts })
      await eventually(() => {
        if (!webhookIds(installation.receiver.calls).has(started.analysisId))
          throw new Error(`${name} has not ended`)
      })
      return started
    }),
  )
}
