import type { Config } from '../config.ts'
import type { Ctx } from '../core/context.ts'

/** The result of one check of `answergraph doctor`. */
export interface Check {
  check: string
  status: 'ok' | 'warning' | 'failed'
  detail: string
  /** What to do; null when the status is `ok`. */
  fix: string | null
}

/** The options of `answergraph start`. */
export interface StartRequest {
  role: 'all' | 'gateway' | 'worker'
  port: number | undefined
  demo: boolean
  json: boolean
}

/** The operations that commands need from the composition root; main.ts provides them, so that no command imports a server. */
export interface Operations {
  readConfig(): Config
  /** Opens the application, runs `use` as the operator, and closes it again. */
  withOperator<T>(use: (ctx: Ctx) => Promise<T>): Promise<T>
  /** Serves until a signal to stop arrives. */
  start(request: StartRequest): Promise<void>
  migrate(): Promise<{ applied: string[] }>
  doctor(): Promise<Check[]>
}
