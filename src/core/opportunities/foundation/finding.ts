import type { MetricsAnswer, MetricsInput } from '../../../metrics/metrics-input.ts'
import type { OpportunityEvidence } from './definition.ts'

/** The evidence in the answers alone. */
export type FindingEvidence = Omit<OpportunityEvidence, 'pages' | 'pagesRead' | 'pagesWithoutBrand'>

/** An opportunity in the answers of a run. */
export interface Finding {
  /** Text of the prompt, domain, provider token or location. Identifies the opportunity in every run. */
  key: string
  evidence: FindingEvidence
  /** Number of answers of the run that can gain a mention at most, and realistically: see docs/opportunities.md. */
  gain: { atMost: number; expected: number }
  /** Indexes of at most three answers that show it, in the order of the run's answers. */
  examples: number[]
}

/** The rules of a kind of opportunities. */
export interface KindRules {
  /** Returns the opportunities that the answers of a run support, in any order. */
  find(input: MetricsInput): Finding[]
  /**
   * Returns a function that tells whether an answer to a prompt counts for the comparison before and after. It is the
   * same for all runs. `baseline` is the run before.
   */
  scope(baseline: MetricsInput, key: string): (answer: MetricsAnswer, prompt: string) => boolean
}

/** Returns whether the answer names a competitor. */
export function namesCompetitor({ entities }: MetricsAnswer): boolean {
  return entities.some(({ mentioned }, index) => index > 0 && mentioned)
}

/** Returns whether the answer names the brand. */
export function namesBrand({ entities }: MetricsAnswer): boolean {
  return entities[0]?.mentioned === true
}

/** Returns whether the answer names a competitor and not the brand. */
export function omitsBrand(answer: MetricsAnswer): boolean {
  return !namesBrand(answer) && namesCompetitor(answer)
}

/**
 * Returns whether opportunities are about the answer: it is complete, and its prompt does not name the brand. If every
 * prompt names the brand, they all count.
 */
export function countedAnswers({ prompts, answers }: MetricsInput): (answer: MetricsAnswer) => boolean {
  const isAsked = new Set(answers.map(({ prompt }) => prompt))
  const allBranded = [...isAsked].every((prompt) => prompts[prompt]?.branded)
  return ({ status, prompt }) => status === 'ok' && (allBranded || prompts[prompt]?.branded === false)
}

/** Returns the domains of the third-party pages that the answer cites. */
export function citedDomains({ sources }: MetricsAnswer): Set<string> {
  return new Set(sources.flatMap(({ domain, entity, cited }) => (cited && entity === null ? [domain] : [])))
}
