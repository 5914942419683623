import type { EntityFigures } from './definitions.ts'
import type { MetricsAnswer, MetricsMention } from './metrics-input.ts'

/** Position histogram, sentiment counts and recommendation strengths of one entity. */
export type Impression = Pick<EntityFigures, 'sentiments'> & {
  positions: Pick<EntityFigures['positions'], 'histogram' | 'absent'>
  strengths: EntityFigures['recommendations']['strengths']
}

/**
 * Collects the impression that completed answers give of each entity. Skips fields that older extraction versions
 * lack.
 */
export function impressionsOf(answered: readonly MetricsAnswer[], entities: number): Impression[] {
  const sums = Array.from({ length: entities }, () => new Sums())
  for (const answer of answered) {
    for (let entity = 0; entity < entities; entity += 1) {
      const seen = answer.entities[entity]
      if (seen?.mentioned) sums[entity]?.add(seen)
    }
  }
  return sums.map((entity) => entity.impression(answered.length))
}

class Sums {
  #named = 0
  readonly #positions: number[] = []
  readonly #sentiments: Impression['sentiments'] = { positive: 0, neutral: 0, negative: 0 }
  readonly #strengths: Impression['strengths'] = {
    primary: 0,
    strong: 0,
    among: 0,
    mentionedOnly: 0,
    discouraged: 0,
  }

  add({ position, tones, strength }: MetricsMention): void {
    this.#named += 1
    if (position !== null) this.#positions[position] = (this.#positions[position] ?? 0) + 1
    if (tones) {
      this.#sentiments.positive += tones.positive
      this.#sentiments.neutral += tones.neutral
      this.#sentiments.negative += tones.negative
    }
    if (strength) this.#strengths[strength === 'mentioned_only' ? 'mentionedOnly' : strength] += 1
  }

  impression(answers: number): Impression {
    // Positions that never occur are holes in the array, and `flatMap` skips holes.
    const histogram = this.#positions.flatMap((count, position) => ({ position, answers: count }))
    return {
      positions: { histogram, absent: answers - this.#named },
      sentiments: this.#sentiments,
      strengths: this.#strengths,
    }
  }
}
