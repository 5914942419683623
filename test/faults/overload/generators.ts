import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import type { LoadPlan, LoadReport } from './generator.ts'

/** A process that sends requests. */
export interface Generator {
  run(plan: LoadPlan): Promise<LoadReport>
  stop(): void
}

/** Lower than the default, so that a generator delays neither the server nor the client whose times are measured. */
const BACKGROUND = 10

/** Starts a generator. The process inherits the CPUs of this one. */
export function startGenerator({ background = false } = {}): Generator {
  const file = new URL('./generator.ts', import.meta.url)
  const child = fork(file, { execArgv: ['--import', 'tsx'] })
  if (background && child.pid) setPriority(child.pid, BACKGROUND)
  const exit = once(child, 'exit')
  return {
    async run(plan) {
      const message = once(child, 'message')
      child.send(plan)
      const ended = exit.then(() => Promise.reject(new Error('the load generator ended')))
      const [report] = (await Promise.race([message, ended])) as [LoadReport]
      return report
    },
    stop: () => child.disconnect(),
  }
}
