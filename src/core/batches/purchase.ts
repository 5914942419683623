import type { Cost, PaidAnswer } from '../provider-port/cost.ts'
import type { RawAnswer } from '../provider-port/driver.ts'
import type { Provider } from '../provider-port/registry.ts'
import { INSTALLATION_ACCOUNT } from '../spend/spending.ts'

/** Cost of a question, and the provider that charges for it. */
export interface Purchase {
  /** Null if unknown. */
  cost: Cost | null
  /** Provider of an answer that may have cost money; null if the answer was free or missing. */
  paidTo: string | null
  /** Account that pays: the id of an organization with its own credentials, or `INSTALLATION_ACCOUNT`. */
  paidFrom: string
}

/** Purchase of a question without an answer. */
export const NO_PURCHASE: Purchase = { cost: null, paidTo: null, paidFrom: INSTALLATION_ACCOUNT }

const UNPARSED: PaidAnswer = { model: { requested: null, reported: null }, usage: null, costUsd: null }

/**
 * Returns the cost of a stored answer. It uses the prices of the driver that asked the question; the provider may have
 * a different driver by now.
 * @param answer the parsed answer; null if it could not be parsed
 */
export function purchaseOf(
  { id, driverName, state, account, costOf }: Provider,
  raw: RawAnswer,
  answer: PaidAnswer | null,
): Purchase {
  const askedBy = typeof raw.driver === 'string' ? raw.driver : driverName
  const isFree = answer?.surface === 'simulated' || answer?.surface === 'replay' || state === 'simulated'
  return {
    cost: costOf(answer ?? UNPARSED, askedBy),
    paidTo: isFree ? null : id,
    paidFrom: account ?? INSTALLATION_ACCOUNT,
  }
}
