import type { MetricsInput } from './metrics-input.ts'

/** The kinds of parts of a batch that have metrics of their own. */
export const METRIC_SCOPES = {
  all: 'Not at all: the run is one part.',
  provider: 'A part for each provider.',
  location: 'A part for each location.',
  tag: 'A part for each tag the prompts had when they were asked.',
} as const

/** A part of a batch that has metrics of its own; `value` is empty for the whole. */
export interface Scope {
  scope: keyof typeof METRIC_SCOPES
  value: string
}

/** Every scope of a batch: the whole, each provider, each location, each tag. */
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
  ]
}

/** The batch with the answers of one scope only. */
export function within(batch: MetricsInput, { scope, value }: Scope): MetricsInput {
  const { answers, prompts } = batch
  switch (scope) {
    case 'all':
      return batch
    case 'provider':
      return { ...batch, answers: answers.filter(({ provider }) => provider === value) }
    case 'location':
      return { ...batch, answers: answers.filter(({ location }) => location === value) }
    case 'tag':
      return { ...batch, answers: answers.filter(({ prompt }) => prompts[prompt]?.tags.includes(value)) }
  }
}
