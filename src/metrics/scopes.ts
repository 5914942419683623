import type { MetricsAnswer, MetricsInput } from './metrics-input.ts'

/** The ways to divide a batch into parts with their own metrics. */
const DIVISIONS = {
  all: 'The whole batch as one part.',
  provider: 'A part for each provider.',
  location: 'A part for each location.',
  tag: 'A part for each tag the prompts had when they were asked.',
  searched:
    'Parts for the answers with a web search (`true`), without one (`false`), and of surfaces that do not say (`unknown`).',
  persona: 'A part for each persona; only in async analyses with personas.',
} as const

/**
 * The kinds of parts with their own metrics. A batch has too many prompts to list the metrics of all of them at once,
 * so each prompt is read by its id.
 */
export const METRIC_SCOPES = { ...DIVISIONS, prompt: 'One prompt of a run; `value` is its id.' } as const

/** A part of a batch; `value` is empty for the whole batch. */
export interface Scope {
  scope: keyof typeof DIVISIONS
  value: string
}

/** Returns every scope of a batch: the whole batch, each provider, each location, each tag, and answers with and without a web search. */
export function scopesOf({ answers, prompts }: MetricsInput): Scope[] {
  const values = (scope: Scope['scope'], all: Iterable<string>) =>
    [...new Set(all)].sort().map((value): Scope => ({ scope, value }))
  return [
    { scope: 'all', value: '' },
    ...values(
      'provider',
      answers.map(({ provider }) => provider),
    ),
    ...values(
      'location',
      answers.map(({ location }) => location),
    ),
    ...values(
      'tag',
      prompts.flatMap(({ tags }) => tags),
    ),
    ...values(
      'persona',
      answers.flatMap(({ persona }) => persona ?? []),
    ),
    ...values('searched', answers.filter(isAnswered).map(searchedValue)),
  ]
}

function isAnswered({ status }: MetricsAnswer): boolean {
  return status === 'ok'
}

/** Returns the value of the scope `searched` for an answer. */
function searchedValue({ searched }: MetricsAnswer): string {
  return searched === null ? 'unknown' : String(searched)
}

/** Returns the batch with only the answers of one scope. */
export function filterByScope(batch: MetricsInput, { scope, value }: Scope): MetricsInput {
  const { answers, prompts } = batch
  switch (scope) {
    case 'all':
      return batch
    case 'provider':
      return { ...batch, answers: answers.filter(({ provider }) => provider === value) }
    case 'location':
      return { ...batch, answers: answers.filter(({ location }) => location === value) }
    case 'persona':
      return { ...batch, answers: answers.filter(({ persona }) => persona === value) }
    case 'searched':
      return {
        ...batch,
        answers: answers.filter((answer) => isAnswered(answer) && searchedValue(answer) === value),
      }
    case 'tag':
      return { ...batch, answers: answers.filter(({ prompt }) => prompts[prompt]?.tags.includes(value)) }
  }
}
