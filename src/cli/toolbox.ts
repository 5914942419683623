import type { Config } from '../config.ts'
import type { Ctx } from '../core/context.ts'
import type { Check } from './doctor-check.ts'

export interface StartRequest {
  role: 'all' | 'gateway' | 'worker'
  port: number | undefined
  demo: boolean
  json: boolean
}

/** What the commands need of the house; filled by main.ts. */
export interface Toolbox {
  readConfig(): Config
  /** Opens the application, runs `use` as the operator, and closes it again. */
  withOperator<T>(use: (ctx: Ctx) => Promise<T>): Promise<T>
  /** Serves until told to stop by a signal. */
  start(request: StartRequest): Promise<void>
  migrate(): Promise<{ applied: string[] }>
  examine(): Promise<Check[]>
}
