import { RECOMMENDATION_STRENGTHS, type RecommendationStrength } from '../../definitions/vocabulary.ts'
import { discoveredKey } from '../observations/discovered-key.ts'
import type { DiscoveredName } from '../observations/discovered-names.ts'
import type { Quote } from '../observations/observation.ts'

/** An answer that was searched for untracked brands. */
export interface SearchedAnswer {
  resultId: string
  promptOrdinal: number
  provider: string
  discovered: readonly DiscoveredName[]
}

/** Number of answers by prompt ordinal. */
export type CountsByPrompt = [ordinal: number, answers: number][]

/** Counts for an untracked brand in a run: a row of `batch_discovered_brand`. */
export interface DiscoveredBrandRow {
  key: string
  answers: number
  recommended: number
  mentions: number
  bestRank: number | null
  spellings: [name: string, answers: number][]
  providers: string[]
  prompts: CountsByPrompt
  resultId: string
  evidence: Quote
}

/** Counts for a run: its row of `batch_discovery`, and the rows of its brands, ordered by number of answers. */
export interface DiscoveryRows {
  answers: number
  prompts: CountsByPrompt
  brands: DiscoveredBrandRow[]
}

/** Maximum number of brands stored per run. */
const MAX_BRANDS = 5_000

/** Maximum number of spellings stored per brand. */
const MAX_SPELLINGS = 10

const STRENGTHS = Object.keys(RECOMMENDATION_STRENGTHS) as RecommendationStrength[]

function recommends(strength: RecommendationStrength): boolean {
  return strength !== 'mentioned_only' && strength !== 'discouraged'
}

interface Count {
  answers: number
  recommended: number
  mentions: number
  spellings: Map<string, number>
  providers: Set<string>
  prompts: Map<number, number>
  best: { mention: DiscoveredName; resultId: string } | null
}

/** Counts the discovered names in the answers of a run. An answer with several spellings of a brand counts once. */
export class DiscoveryCounter {
  #answers = 0
  readonly #prompts = new Map<number, number>()
  readonly #brands = new Map<string, Count>()
  readonly #keys = new Map<string, string>()

  /** Adds an answer. If several answers have equally good evidence, the evidence of the first one is kept. */
  add({ resultId, promptOrdinal, provider, discovered }: SearchedAnswer): void {
    this.#answers += 1
    increment(this.#prompts, promptOrdinal)
    for (const [key, mentions] of this.#byBrand(discovered)) {
      const count = this.#countOf(key)
      count.answers += 1
      if (mentions.some(({ strength }) => recommends(strength))) count.recommended += 1
      count.providers.add(provider)
      increment(count.prompts, promptOrdinal)
      for (const mention of mentions) {
        count.mentions += mention.mentionCount
        increment(count.spellings, mention.name)
        if (!count.best || isBetter(mention, count.best.mention)) count.best = { mention, resultId }
      }
    }
  }

  /** Returns the counts so far; null if no answer was added. */
  rows(): DiscoveryRows | null {
    if (this.#answers === 0) return null
    const brands = [...this.#brands].flatMap(([key, { best, spellings, providers, prompts, ...count }]) => {
      if (!best) return []
      const { mention, resultId } = best
      return {
        ...count,
        key,
        bestRank: mention.rank,
        spellings: mostFrequent(spellings),
        providers: [...providers].sort(),
        prompts: [...prompts],
        resultId,
        evidence: mention.evidence,
      }
    })
    brands.sort((a, b) => b.answers - a.answers || (a.key < b.key ? -1 : 1))
    return { answers: this.#answers, prompts: [...this.#prompts], brands: brands.slice(0, MAX_BRANDS) }
  }

  #byBrand(discovered: readonly DiscoveredName[]): Map<string, DiscoveredName[]> {
    const mentionsByKey = new Map<string, DiscoveredName[]>()
    for (const mention of discovered) {
      const key = this.#keys.get(mention.name) ?? discoveredKey(mention.name)
      this.#keys.set(mention.name, key)
      mentionsByKey.set(key, [...(mentionsByKey.get(key) ?? []), mention])
    }
    return mentionsByKey
  }

  #countOf(key: string): Count {
    const existing = this.#brands.get(key)
    if (existing) return existing
    const count: Count = {
      answers: 0,
      recommended: 0,
      mentions: 0,
      spellings: new Map(),
      providers: new Set(),
      prompts: new Map(),
      best: null,
    }
    this.#brands.set(key, count)
    return count
  }
}

/** Returns whether `a` has a better rank than `b`, or the same rank and a stronger recommendation. */
function isBetter(a: DiscoveredName, b: DiscoveredName): boolean {
  const [rankA, rankB] = [a.rank ?? Number.POSITIVE_INFINITY, b.rank ?? Number.POSITIVE_INFINITY]
  if (rankA !== rankB) return rankA < rankB
  return STRENGTHS.indexOf(a.strength) < STRENGTHS.indexOf(b.strength)
}

function mostFrequent(spellings: ReadonlyMap<string, number>): [string, number][] {
  return [...spellings]
    .sort(([nameA, timesA], [nameB, timesB]) => timesB - timesA || (nameA < nameB ? -1 : 1))
    .slice(0, MAX_SPELLINGS)
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
