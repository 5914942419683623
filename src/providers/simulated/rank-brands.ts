import type { MentionSentimentLabel } from '../../definitions/vocabulary.ts'
import type { SimulatedBrand, SimulatedCategory } from './catalogue.ts'
import { combineHashes, drift, fraction, hashText, steps } from './seeded-random.ts'

/** A brand with the sentiment of one answer towards it. */
interface RankedBrand {
  brand: SimulatedBrand
  sentiment: MentionSentimentLabel
}

/** What ranking and sentiment depend on, as hashes, and the week of {@link weekOf}. */
export interface QuestionSeeds {
  prompt: number
  provider: number
  /** Of location and replicate. */
  asked: number
  week: number
}

const brandHashes = new Map<string, number>()

/**
 * All brands of a market, best first, as a provider ranks them in this answer. A term of the brand itself weighs most, then one of the
 * provider, one that drifts over weeks and one in which the brand gains or loses everywhere every few weeks, as after a launch or
 * a bad review; prompt, location and replicate change little.
 */
export function rankBrands(category: SimulatedCategory, seeds: QuestionSeeds): RankedBrand[] {
  const scored = category.brands.map((brand) => {
    const seed = hashOf(brand)
    const own = combineHashes(seed, seeds.provider)
    const score =
      1.0 * fraction(seed) +
      0.6 * fraction(own) +
      0.5 * drift(own, seeds.week) +
      0.25 * steps(seed, seeds.week) +
      0.25 * fraction(combineHashes(seed, seeds.prompt)) +
      0.05 * fraction(combineHashes(own, combineHashes(seeds.asked, seeds.week))) +
      0.05 * fraction(combineHashes(seed, seeds.asked))
    return { brand, sentiment: sentimentTowards(brand, seeds), score }
  })
  return scored.sort((left, right) => right.score - left.score)
}

/** What a provider says of one brand; it changes more slowly than the brand's rank. */
export function sentimentTowards(brand: { name: string }, seeds: QuestionSeeds): MentionSentimentLabel {
  const reputation = combineHashes(hashOf(brand), 1)
  const own = combineHashes(reputation, seeds.provider)
  const score =
    0.5 * fraction(reputation) +
    0.3 * drift(own, seeds.week) +
    0.2 * fraction(combineHashes(own, combineHashes(seeds.prompt, seeds.asked)))
  if (score > 0.45) return 'positive'
  return score > 0.27 ? 'neutral' : 'negative'
}

function hashOf(brand: { name: string }): number {
  const known = brandHashes.get(brand.name)
  if (known !== undefined) return known
  const hash = hashText(brand.name)
  // The cache is bounded, because names from prompts come here too.
  if (brandHashes.size < 500) brandHashes.set(brand.name, hash)
  return hash
}
