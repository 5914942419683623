import type { OutboundDeps } from '../foundation/outbound.ts'

/** What is known about a brand and its market before its site is read. */
export interface Market {
  brand: { name: string; domain: string }
  category: { singular: string; plural: string; audiences: readonly string[] }
  rivals: readonly { name: string; domain: string }[]
}

/** Dependencies of the setup of a project. */
export interface SetupDeps extends OutboundDeps {
  /** Returns the market of the brand with this site; null if it is unknown, and the site must be read. Fetches nothing. */
  findMarket(url: string | null): Market | null
}
