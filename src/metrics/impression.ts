import type { MeasuredAnswer, MeasuredMention, Strength } from './measured.ts'

/** Answers by an entity's order of first mention. */
export type Positions = {
  /** Mean over the answers that name it; null when none does. */
  average: number | null
  /** By position, each that occurred; they add up to the answers that name it. */
  histogram: { position: number; answers: number }[]
  /** Answers that do not name it: they have no position. */
  absent: number
}

/** A mean over the answers in which it is known. */
export type Mean = { value: number | null; answers: number }

export type ToneCounts = { positive: number; neutral: number; negative: number }

/** Answers that name an entity, by how strongly they recommend it. */
export type StrengthCounts = Record<Exclude<Strength, 'mentioned_only'> | 'mentionedOnly', number>

/** How answers speak of one entity, beyond rates. */
export interface Impression {
  positions: Positions
  prominence: Mean
  /** (positive − negative) / mentions, −1…1; null without a mention. */
  sentiment: number | null
  sentiments: ToneCounts
  strengths: StrengthCounts
}

/** Reads completed answers for what they say of each of so many entities. What older readings lack is left out. */
export function impressionsOf(answered: readonly MeasuredAnswer[], entities: number): Impression[] {
  const sums = Array.from({ length: entities }, () => new Sums())
  for (const answer of answered) {
    for (let entity = 0; entity < entities; entity += 1) {
      const seen = answer.entities[entity]
      if (seen?.mentioned) sums[entity]?.add(seen)
    }
  }
  return sums.map((of) => of.impression(answered.length))
}

class Sums {
  #named = 0
  #prominent = 0
  #prominence = 0
  #judged = 0
  #net = 0
  readonly #places: number[] = []
  readonly #sentiments: ToneCounts = { positive: 0, neutral: 0, negative: 0 }
  readonly #strengths: StrengthCounts = { primary: 0, strong: 0, among: 0, mentionedOnly: 0, discouraged: 0 }

  add({ position, prominence, sentiment, mentions, tones, strength }: MeasuredMention): void {
    this.#named += 1
    if (position !== null) this.#places[position] = (this.#places[position] ?? 0) + 1
    if (prominence !== null) {
      this.#prominent += 1
      this.#prominence += prominence
    }
    if (sentiment !== null) {
      this.#judged += mentions
      this.#net += sentiment * mentions
    }
    if (tones) {
      this.#sentiments.positive += tones.positive
      this.#sentiments.neutral += tones.neutral
      this.#sentiments.negative += tones.negative
    }
    if (strength) this.#strengths[strength === 'mentioned_only' ? 'mentionedOnly' : strength] += 1
  }

  impression(answers: number): Impression {
    // Positions that never occur are holes, which `flatMap` passes over.
    const histogram = this.#places.flatMap((count, position) => ({ position, answers: count }))
    const placed = histogram.reduce((total, place) => total + place.answers, 0)
    const order = histogram.reduce((total, place) => total + place.position * place.answers, 0)
    return {
      positions: { average: ratio(order, placed), histogram, absent: answers - this.#named },
      prominence: { value: ratio(this.#prominence, this.#prominent), answers: this.#prominent },
      sentiment: ratio(this.#net, this.#judged),
      sentiments: this.#sentiments,
      strengths: this.#strengths,
    }
  }
}

function ratio(total: number, count: number): number | null {
  return count === 0 ? null : total / count
}
