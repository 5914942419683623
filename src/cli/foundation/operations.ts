import type { Config } from '../../config/read.ts'
import type { AppCtx } from '../../core/context.ts'
import type { Vendor } from '../../core/provider-port/vendor.ts'

/** Result of a check of `answergraph doctor`. */
export interface Check {
  check: string
  status: 'ok' | 'warning' | 'failed'
  detail: string
  /** How to fix the problem; null if the status is `ok`. */
  fix: string | null
}

/** Options of `answergraph start`. */
export interface StartRequest {
  role: 'all' | 'gateway' | 'worker'
  port: number | undefined
  demo: boolean
  json: boolean
}

/** Operations of the composition root for the commands. main.ts provides them, so that commands do not import the server. */
export interface Operations {
  readConfig(): Promise<Config>
  /** Opens the application, runs `use` as the operator, and closes the application. */
  withOperator<T>(use: (ctx: AppCtx) => Promise<T>): Promise<T>
  /** Serves until a stop signal arrives. */
  start(request: StartRequest): Promise<void>
  migrate(): Promise<{ applied: string[] }>
  doctor(): Promise<Check[]>
  /** Writes the embedded database to a file. */
  backUp(file: string): Promise<{ file: string; bytes: number }>
  /** Restores such a file into the data folder. */
  restore(file: string): Promise<{ folder: string; organizations: number }>
  /** Returns what was typed or piped into the command. */
  readStandardInput(): Promise<string>
  /** Returns the vendors of the default providers, without opening the application. */
  vendors(): Promise<readonly Vendor[]>
}
