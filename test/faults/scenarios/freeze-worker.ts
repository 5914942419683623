import { createRandom } from '../../../src/providers/simulated/seeded-random.ts'
import { eventually } from '../../eventually.ts'
import { type StartedAnalysis, startAnalysis, webhooksReceived } from './analyses.ts'
import type { Figures } from './figures.ts'
import { inspect } from './inspect.ts'
import { CONCURRENCY, openInstallation } from './installation.ts'
import { type Death, questionsAskedAgain, recordDeath, secondsToRecovery } from './recovery.ts'
import type { Services } from './services.ts'

/** Units of the analysis that both workers are asking when one of them freezes. */
const UNITS = 4 * CONCURRENCY
const FROZEN = 'worker-1'
const OTHER = 'worker-2'

/**
 * Freezes a worker with SIGSTOP while it asks as many questions as it can, waits until the other worker has answered
 * them, and continues the worker, which then reads its late answers. Repeats this `times` times.
 */
export async function freezeWorker({
  services,
  times,
}: {
  services: Services
  times: number
}): Promise<Figures> {
  const credits = times * 2 * UNITS
  const installation = await openInstallation({ services, credits, latency: 50 })
  try {
    const { database, freeze, thaw, vendor } = installation
    const random = createRandom(1)
    const analyses: StartedAnalysis[] = []
    const deaths: Death[] = []
    let changedLater = 0
    const start = async () => {
      const name = `analysis-${analyses.length}`
      const prompts = Array.from(
        { length: UNITS },
        (_, index) => `Which tool is best for ${name}, member ${index}?`,
      )
      analyses.push(await startAnalysis(installation, random, { name, prompts }))
    }
    const allEnded = () =>
      eventually(() => {
        if (webhooksReceived(installation) < analyses.length) throw new Error('an analysis has not ended')
      })
    /** Starts an analysis, and resolves when the worker that freezes waits for as many answers as it can. */
    const occupy = async () => {
      vendor.hold(FROZEN)
      vendor.hold(OTHER)
      await start()
      await vendor.until(() => vendor.waiting(FROZEN) === CONCURRENCY)
      vendor.release(OTHER)
    }
    const state = async () => {
      const answers = await database.query('SELECT result_id, text FROM answer ORDER BY result_id')
      const entries = await database.query('SELECT id, kind, amount FROM credit_entry ORDER BY id')
      return [...answers.rows, ...entries.rows].map((row) => JSON.stringify(row))
    }
    for (let time = 0; time < times; time += 1) {
      await occupy()
      freeze(FROZEN)
      recordDeath(installation, deaths, { worker: FROZEN, at: Date.now() })
      // The operating system keeps the answers for the frozen process.
      vendor.release(FROZEN)
      await allEnded()
      const before = await state()
      thaw(FROZEN)
      // Another full set of questions shows that the worker has finished the late answers.
      await occupy()
      const after = new Set(await state())
      changedLater += before.filter((row) => !after.has(row)).length
      vendor.release(FROZEN)
      await allEnded()
    }
    const recovery = await secondsToRecovery(installation, deaths)
    return {
      ...(await inspect(installation, { analyses, credits })),
      times,
      askedAgain: questionsAskedAgain(installation),
      askedAgainLimit: times * CONCURRENCY,
      recovery: recovery.sort((a, b) => a - b),
      changedLater,
    }
  } finally {
    await installation.close()
  }
}
