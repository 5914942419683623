import type { SimulatedBrand, SimulatedCategory } from './catalogue.ts'
import { fraction, hashText, mix, wander } from './numbers.ts'

export type Leaning = 'positive' | 'neutral' | 'negative'

/** What a surface holds of a brand on one occasion. */
interface Opinion {
  brand: SimulatedBrand
  leaning: Leaning
}

/** Everything that may move an opinion, as hashes, and the week of {@link weekOf}. */
export interface Occasion {
  prompt: number
  provider: number
  /** Of location and replicate. */
  place: number
  week: number
}

const brandHashes = new Map<string, number>()

/**
 * All brands of a market, best first, as a surface sees them on this occasion. A brand's own standing weighs most, then the
 * surface's taste and a drift over weeks; prompt, location and replicate change little.
 */
export function rankBrands(category: SimulatedCategory, occasion: Occasion): Opinion[] {
  const scored = category.brands.map((brand) => {
    const seed = hashOf(brand)
    const own = mix(seed, occasion.provider)
    const score =
      1.0 * fraction(seed) +
      0.6 * fraction(own) +
      0.5 * wander(own, occasion.week) +
      0.25 * fraction(mix(seed, occasion.prompt)) +
      0.05 * fraction(mix(own, mix(occasion.place, occasion.week))) +
      0.05 * fraction(mix(seed, occasion.place))
    return { brand, leaning: leaningTowards(brand, occasion), score }
  })
  return scored.sort((left, right) => right.score - left.score)
}

/** How a surface leans towards one brand on this occasion; slower to change than its rank. */
export function leaningTowards(brand: { name: string }, occasion: Occasion): Leaning {
  const reputation = mix(hashOf(brand), 1)
  const own = mix(reputation, occasion.provider)
  const mood =
    0.5 * fraction(reputation) +
    0.3 * wander(own, occasion.week) +
    0.2 * fraction(mix(own, mix(occasion.prompt, occasion.place)))
  if (mood > 0.45) return 'positive'
  return mood > 0.27 ? 'neutral' : 'negative'
}

function hashOf(brand: { name: string }): number {
  const known = brandHashes.get(brand.name)
  if (known !== undefined) return known
  const hash = hashText(brand.name)
  // Names from prompts pass through here too; the table must not grow with them.
  if (brandHashes.size < 500) brandHashes.set(brand.name, hash)
  return hash
}
