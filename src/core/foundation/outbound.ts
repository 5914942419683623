import type { SafeFetch } from '../../infra/safe-fetch.ts'

/** Requests to URLs from callers. Only public addresses and addresses that the operator allows can be reached. */
export interface Outbound {
  fetch: SafeFetch
  /** Returns whether a URL may be stored for later calls. With `https`, plain http needs the operator's permission. */
  isAllowedTarget(address: string, options?: { https?: boolean }): Promise<boolean>
}

/** Dependencies of verbs that request URLs from callers. */
export interface OutboundDeps {
  outbound: Outbound
}
