import type { Span } from '../foundation/observation.ts'

/** A price. `plan` is null if the product has a single price. `once` is a purchase without a subscription. */
export interface PriceFact {
  kind: 'price'
  plan: string | null
  amount: number
  /** ISO 4217 code. */
  currency: string
  period: 'month' | 'year' | 'once'
}

/** The year in which the company was founded. */
export interface FoundedFact {
  kind: 'founded'
  year: number
}

/** The city of the headquarters. `aliases` are other names and the regions and countries that contain it. */
export interface HeadquartersFact {
  kind: 'headquarters'
  place: string
  aliases: string[]
}

/** Whether the product has a feature. */
export interface FeatureFact {
  kind: 'feature'
  name: string
  aliases: string[]
  available: boolean
}

/** Whether the brand is available in a country or region. */
export interface AvailabilityFact {
  kind: 'availability'
  place: string
  aliases: string[]
  available: boolean
}

/** Whether there is a plan that costs nothing. */
export interface FreePlanFact {
  kind: 'free_plan'
  available: boolean
}

/** Whether there is a free trial, and its length in days; null if the length does not matter. */
export interface FreeTrialFact {
  kind: 'free_trial'
  available: boolean
  days: number | null
}

/** A fact about a brand that answers are checked against. */
export type BrandFact =
  | PriceFact
  | FoundedFact
  | HeadquartersFact
  | FeatureFact
  | AvailabilityFact
  | FreePlanFact
  | FreeTrialFact

export type FactKind = BrandFact['kind']

/** What a statement says about a fact. `unclear` statements concern the fact, but the rules cannot decide. */
export type FactVerdict = 'supports' | 'contradicts' | 'unclear'

/** A verdict about a fact, and the sentence that is the evidence. Offsets are UTF-16 code units. */
export interface FactStatement extends Span {
  verdict: FactVerdict
}
