import type { MentionSentimentLabel } from '../../definitions/vocabulary.ts'
import type { SimulatedBrand, SimulatedCategory } from './catalogue.ts'
import { combineHashes, drift, fraction, hashText, steps } from './seeded-random.ts'

/** A brand with one answer's sentiment toward it. */
interface RankedBrand {
  brand: SimulatedBrand
  sentiment: MentionSentimentLabel
}

/** Hashes that ranking and sentiment depend on, and the week from {@link weekOf}. */
export interface QuestionSeeds {
  prompt: number
  provider: number
  /** Combines location and replicate. */
  asked: number
  week: number
}

const brandHashes = new Map<string, number>()

/**
 * Ranks all brands of a market, best first, for one provider and answer. The terms of the score, in order of weight:
 * - the brand's general standing
 * - its standing with the provider
 * - a drift with the provider over weeks
 * - a jump with all providers every few weeks, as after a launch or a bad review
 * - small effects of prompt, location and replicate
 */
export function rankBrands(category: SimulatedCategory, seeds: QuestionSeeds): RankedBrand[] {
  const scored = category.brands.map((brand) => {
    const seed = hashOf(brand)
    const withProvider = combineHashes(seed, seeds.provider)
    const score =
      1.0 * fraction(seed) +
      0.6 * fraction(withProvider) +
      0.5 * drift(withProvider, seeds.week) +
      0.25 * steps(seed, seeds.week) +
      0.25 * fraction(combineHashes(seed, seeds.prompt)) +
      0.05 * fraction(combineHashes(withProvider, combineHashes(seeds.asked, seeds.week))) +
      0.05 * fraction(combineHashes(seed, seeds.asked))
    return { brand, sentiment: sentimentTowards(brand, seeds), score }
  })
  return scored.sort((left, right) => right.score - left.score)
}

/** Returns a provider's sentiment toward a brand. It changes more slowly than the brand's rank. */
export function sentimentTowards(brand: { name: string }, seeds: QuestionSeeds): MentionSentimentLabel {
  const reputation = combineHashes(hashOf(brand), 1)
  const withProvider = combineHashes(reputation, seeds.provider)
  const score =
    0.5 * fraction(reputation) +
    0.3 * drift(withProvider, seeds.week) +
    0.2 * fraction(combineHashes(withProvider, combineHashes(seeds.prompt, seeds.asked)))
  if (score > 0.45) return 'positive'
  return score > 0.27 ? 'neutral' : 'negative'
}

function hashOf(brand: { name: string }): number {
  const cached = brandHashes.get(brand.name)
  if (cached !== undefined) return cached
  const hash = hashText(brand.name)
  // The size is limited, because names from prompts are cached too.
  if (brandHashes.size < 500) brandHashes.set(brand.name, hash)
  return hash
}
