import type { Basket } from './basket.ts'
import { add } from './counts.ts'
import type { ChangedMetric } from './definitions.ts'
import type { MetricsAnswer } from './metrics-input.ts'

/**
 * One metric on one side of a basket, by prompt. Its value is the sum of the numerators divided by the sum of the
 * denominators.
 */
export interface Fraction {
  numerators: Float64Array
  denominators: Float64Array
}

/** The compared metrics of one entity. */
export type EntityFractions = Record<ChangedMetric, Fraction>

/**
 * Computes the metrics of each entity on one side of a basket. Every cell has the same weight no matter how many of
 * its answers succeeded, so a failed answer does not change the mix that is compared.
 */
export function fractionsOf(basket: Basket, side: 'now' | 'before', entities: number): EntityFractions[] {
  const { prompts, asked, cells } = basket
  const column = () => new Float64Array(prompts)
  const voices = column()
  const columns = Array.from({ length: entities }, () => ({
    mentioned: column(),
    voiced: column(),
    recommended: column(),
    advising: column(),
    cited: column(),
    order: column(),
    placed: column(),
    net: column(),
    judged: column(),
  }))
  const isVoiced = cells.every(({ branded }) => branded) ? () => true : (branded: boolean) => !branded
  for (const { prompt, branded, [side]: answers } of cells) {
    const share = 1 / answers.length
    const voiced = isVoiced(branded) ? share : 0
    for (const answer of answers) {
      for (let entity = 0; entity < entities; entity += 1) {
        const [sums, seen] = [columns[entity], answer.entities[entity]]
        if (!sums || !seen) continue
        if (seen.recommended !== null) add(sums.advising, prompt, share)
        if (seen.recommended) add(sums.recommended, prompt, share)
        if (!seen.mentioned) continue
        add(sums.mentioned, prompt, share)
        add(sums.voiced, prompt, voiced)
        add(voices, prompt, voiced)
        if (seen.position !== null) {
          add(sums.order, prompt, share * seen.position)
          add(sums.placed, prompt, share)
        }
        if (seen.sentiment !== null) {
          add(sums.net, prompt, share * seen.sentiment * seen.mentions)
          add(sums.judged, prompt, share * seen.mentions)
        }
      }
      for (const entity of citedIn(answer)) {
        const sums = columns[entity]
        if (sums) add(sums.cited, prompt, share)
      }
    }
  }
  return columns.map(({ mentioned, voiced, recommended, advising, cited, order, placed, net, judged }) => ({
    mentionRate: { numerators: mentioned, denominators: asked },
    shareOfVoice: { numerators: voiced, denominators: voices },
    recommendationRate: { numerators: recommended, denominators: advising },
    citationRate: { numerators: cited, denominators: asked },
    averagePosition: { numerators: order, denominators: placed },
    sentiment: { numerators: net, denominators: judged },
  }))
}

function citedIn({ sources }: MetricsAnswer): Set<number> {
  const cited = new Set<number>()
  for (const source of sources) if (source.cited && source.entity !== null) cited.add(source.entity)
  return cited
}
