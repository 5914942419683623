import type { MeasuredBatch } from './measured.ts'

/** A part of a batch that has metrics of its own; `value` is empty for the whole. */
export interface Scope {
  scope: 'all' | 'provider' | 'location' | 'tag'
  value: string
}

/** Every scope of a batch: the whole, each provider, each location, each tag. */
export function scopesOf({ answers, prompts }: MeasuredBatch): Scope[] {
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
export function within(batch: MeasuredBatch, { scope, value }: Scope): MeasuredBatch {
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
