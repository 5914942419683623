import { RECOMMENDATION_STRENGTHS, type RecommendationStrength } from '../../definitions/vocabulary.ts'
import { discoveredKey } from '../observations/discovered-key.ts'
import type { DiscoveredName } from '../observations/discovered-names.ts'
import type { Quote } from '../observations/observation.ts'

/** An answer in which names that nobody tracks were looked for. */
export interface SearchedAnswer {
  resultId: string
  promptOrdinal: number
  provider: string
  discovered: readonly DiscoveredName[]
}

/** Counts of answers by the ordinal of their prompt. */
export type CountsByPrompt = [ordinal: number, answers: number][]

/** How the answers of a run name one brand: a row of `batch_discovered_brand`. */
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

/** What is counted of a run: its row of `batch_discovery`, and the rows of its brands, those named in most answers first. */
export interface DiscoveryRows {
  answers: number
  prompts: CountsByPrompt
  brands: DiscoveredBrandRow[]
}

/** Brands stored of a run, at most. */
const MOST_BRANDS = 5_000

/** Spellings stored of a brand, at most. */
const MOST_SPELLINGS = 10

const STRENGTHS = Object.keys(RECOMMENDATION_STRENGTHS) as RecommendationStrength[]

/** Whether a strength recommends. */
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
  best: { found: DiscoveredName; resultId: string } | null
}

/** Counts the discovered names of the answers of a run. An answer that spells a brand in several ways counts once. */
export class DiscoveryCounter {
  #answers = 0
  readonly #prompts = new Map<number, number>()
  readonly #brands = new Map<string, Count>()
  readonly #keys = new Map<string, string>()

  /** Adds an answer; of equally good evidence that of the answer added first stays. */
  add({ resultId, promptOrdinal, provider, discovered }: SearchedAnswer): void {
    this.#answers += 1
    increment(this.#prompts, promptOrdinal)
    for (const [key, found] of this.#byBrand(discovered)) {
      const count = this.#countOf(key)
      count.answers += 1
      if (found.some(({ strength }) => recommends(strength))) count.recommended += 1
      count.providers.add(provider)
      increment(count.prompts, promptOrdinal)
      for (const one of found) {
        count.mentions += one.mentionCount
        increment(count.spellings, one.name)
        if (!count.best || isBetter(one, count.best.found)) count.best = { found: one, resultId }
      }
    }
  }

  /** What was counted so far; null where no answer was added. */
  rows(): DiscoveryRows | null {
    if (this.#answers === 0) return null
    const brands = [...this.#brands].flatMap(([key, { best, spellings, providers, prompts, ...count }]) => {
      if (!best) return []
      const { found, resultId } = best
      return {
        ...count,
        key,
        bestRank: found.rank,
        spellings: mostFrequent(spellings),
        providers: [...providers].sort(),
        prompts: [...prompts],
        resultId,
        evidence: found.evidence,
      }
    })
    brands.sort((one, other) => other.answers - one.answers || (one.key < other.key ? -1 : 1))
    return { answers: this.#answers, prompts: [...this.#prompts], brands: brands.slice(0, MOST_BRANDS) }
  }

  #byBrand(discovered: readonly DiscoveredName[]): Map<string, DiscoveredName[]> {
    const found = new Map<string, DiscoveredName[]>()
    for (const one of discovered) {
      const key = this.#keys.get(one.name) ?? discoveredKey(one.name)
      this.#keys.set(one.name, key)
      found.set(key, [...(found.get(key) ?? []), one])
    }
    return found
  }

  #countOf(key: string): Count {
    const known = this.#brands.get(key)
    if (known) return known
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

/** Better ranked, or as well ranked and recommended more. */
function isBetter(one: DiscoveredName, other: DiscoveredName): boolean {
  const [rank, otherRank] = [one.rank ?? Number.POSITIVE_INFINITY, other.rank ?? Number.POSITIVE_INFINITY]
  if (rank !== otherRank) return rank < otherRank
  return STRENGTHS.indexOf(one.strength) < STRENGTHS.indexOf(other.strength)
}

function mostFrequent(spellings: ReadonlyMap<string, number>): [string, number][] {
  return [...spellings]
    .sort(([one, times], [other, otherTimes]) => otherTimes - times || (one < other ? -1 : 1))
    .slice(0, MOST_SPELLINGS)
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
