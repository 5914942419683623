import type { RawAnswer } from '../../providers/driver.ts'
import { type Cost, costOf, type PaidAnswer } from '../../providers/prices.ts'
import type { Provider } from '../../providers/registry.ts'

/** What was bought by a question. */
export interface Purchase {
  /** Null where it is not known. */
  cost: Cost | null
  /** The provider that sent an answer which may have cost money; null for none. */
  paidTo: string | null
}

/** No answer was received. */
export const NO_PURCHASE: Purchase = { cost: null, paidTo: null }

const UNREADABLE: PaidAnswer = { model: { requested: null, reported: null }, usage: null, costUsd: null }

/**
 * What a stored answer cost, by the prices of the driver that asked, which may not be the one of the provider any more.
 * @param answer what was read of it; null where nothing could be
 */
export function purchaseOf(
  { id, driverName, state, prices }: Provider,
  raw: RawAnswer,
  answer: PaidAnswer | null,
): Purchase {
  const driver = typeof raw.driver === 'string' ? raw.driver : driverName
  const isFree = answer?.surface === 'simulated' || answer?.surface === 'replay' || state === 'simulated'
  return {
    cost: costOf(answer ?? UNREADABLE, { driver, prices: driver === driverName ? prices : null }),
    paidTo: isFree ? null : id,
  }
}
