import type { MetricsInput } from './metrics-input.ts'

/** The ways a batch is divided into parts that are looked at together. */
const DIVISIONS = {
  all: 'Not at all: the whole is one part.',
  provider: 'A part for each provider.',
  location: 'A part for each location.',
  tag: 'A part for each tag the prompts had when they were asked.',
} as const

/** The kinds of parts of a batch that have metrics of their own. Prompts are too many to be looked at together: each is read by its id. */
export const METRIC_SCOPES = { ...DIVISIONS, prompt: 'One prompt of a run, which `value` names.' } as const

/** A part of a batch that has metrics of its own; `value` is empty for the whole. */
export interface Scope {
  scope: keyof typeof DIVISIONS
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
