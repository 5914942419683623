import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import type { Prices } from '../provider-port/cost.ts'

/** How the cost of a provider's answers is known. */
export interface ProviderPrices {
  provider: string
  driver: string
  /** Null if the surface chooses the model. */
  model: string | null
  /**
   * `reported` by the vendor with each answer, `computed` from prices, or `unknown`: spend limits then do not count
   * its answers.
   */
  cost: 'reported' | 'computed' | 'unknown'
  /** Prices for answers without a reported cost; null if there are none. */
  prices: Prices | null
  /** What an operator can do to make the cost known; null if it is known. */
  fix: string | null
}

/** Returns how the cost of every provider that is not simulated is known. Operators only. */
export function listPrices({ ctx }: { ctx: Ctx }): ProviderPrices[] {
  authorize(ctx, 'operate')
  return ctx.deps.providers
    .of(null)
    .list()
    .filter(({ state, missing }) => state !== 'simulated' || missing !== null)
    .map(({ id, driverName, model, prices, reportsCost, settingName }) => {
      const cost = reportsCost ? 'reported' : prices ? 'computed' : 'unknown'
      const fix = cost === 'unknown' ? `set ${settingName('options.prices')}` : null
      return { provider: id, driver: driverName, model, cost, prices, fix }
    })
}
