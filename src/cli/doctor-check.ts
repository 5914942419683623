/** One thing that was looked at, and what to do when it is not as it should be. */
export interface Check {
  check: string
  status: 'ok' | 'warning' | 'failed'
  detail: string
  fix: string | null
}
