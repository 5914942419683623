import type { Rate } from '../../../metrics/definitions.ts'
import type { MetricsAnswer, MetricsInput } from '../../../metrics/metrics-input.ts'
import { rateInterval } from '../../../metrics/rate-interval.ts'
import type { Finding } from './finding.ts'
import { citedDomains, namesBrand, omitsBrand } from './finding.ts'

/** Maximum number of competitors and of sites in the evidence, and of example answers. */
const MAX_LISTED = 5
const MAX_EXAMPLES = 3

interface PromptTally {
  answers: number
  mentioned: number
  omitting: number
}

/** Counts answers by prompt. */
export class Tally {
  readonly #prompts = new Map<number, PromptTally>()
  answers = 0
  mentioned = 0
  omitting = 0

  add(answer: MetricsAnswer): void {
    const counts = this.#prompts.get(answer.prompt) ?? { answers: 0, mentioned: 0, omitting: 0 }
    this.#prompts.set(answer.prompt, counts)
    counts.answers += 1
    this.answers += 1
    if (namesBrand(answer)) {
      counts.mentioned += 1
      this.mentioned += 1
    } else if (omitsBrand(answer)) {
      counts.omitting += 1
      this.omitting += 1
    }
  }

  get prompts(): number {
    return this.#prompts.size
  }

  /** Returns the share of answers with the property, with its interval over prompts. */
  rate(property: 'mentioned' | 'omitting', without?: Tally): Rate {
    return rateInterval(
      [...this.#prompts].flatMap(([prompt, counts]) => {
        const less = without?.of(prompt)
        const answers = counts.answers - (less?.answers ?? 0)
        return answers > 0 ? [{ present: counts[property] - (less?.[property] ?? 0), answers }] : []
      }),
    )
  }

  of(prompt: number): Readonly<PromptTally> | undefined {
    return this.#prompts.get(prompt)
  }
}

/**
 * Returns how many answers can gain a mention. At most, every answer that omits the brand names it. Realistically, the
 * answers name the brand as often as the others, for which the lower end of their interval is assumed.
 */
export function gainOf(tally: Tally, otherRate: Rate): Finding['gain'] {
  const behind = (otherRate.low ?? 0) * tally.answers - tally.mentioned
  return { atMost: tally.omitting, expected: Math.max(0, Math.min(tally.omitting, Math.round(behind))) }
}

/**
 * Describes the answers without the brand among the answers in scope: the competitors they name, the sites they cite,
 * and examples from different providers where possible.
 */
export function describeOmitting(
  { entities, answers }: MetricsInput,
  isInScope: (answer: MetricsAnswer) => boolean,
): Pick<Finding['evidence'], 'namedCompetitors' | 'sites'> & Pick<Finding, 'examples'> {
  const named = new Map<number, number>()
  const cited = new Map<string, number>()
  const indexes: number[] = []
  for (const [index, answer] of answers.entries()) {
    if (!isInScope(answer) || !omitsBrand(answer)) continue
    indexes.push(index)
    for (const [entity, { mentioned }] of answer.entities.entries())
      if (entity > 0 && mentioned) named.set(entity, (named.get(entity) ?? 0) + 1)
    for (const domain of citedDomains(answer)) cited.set(domain, (cited.get(domain) ?? 0) + 1)
  }
  const providers = new Set<string>()
  const fromEachProvider = indexes.filter((index) => {
    const provider = answers[index]?.provider ?? ''
    return !providers.has(provider) && providers.add(provider)
  })
  return {
    namedCompetitors: mostFrequent(named).flatMap(([entity, count]) => {
      const competitor = entities[entity]
      return competitor ? [{ competitorId: competitor.id, name: competitor.name, answers: count }] : []
    }),
    sites: mostFrequent(cited).map(([domain, count]) => ({ domain, answers: count })),
    examples: [...new Set([...fromEachProvider, ...indexes])].slice(0, MAX_EXAMPLES),
  }
}

function mostFrequent<Key extends string | number>(counts: ReadonlyMap<Key, number>): [Key, number][] {
  return [...counts]
    .sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1))
    .slice(0, MAX_LISTED)
}

/** Evidence fields of kinds that compare no two groups of answers to the same prompts. */
export const WITHOUT_DIFFERENCE = { difference: null, low: null, high: null, pValue: null } as const
