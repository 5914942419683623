import { count, country, dayAndTime } from '../../figures/format.ts'
import type { ShownAnalysis } from './documents.ts'

/** Characters of a prompt that a title holds. */
const MOST = 90

/** Countries or providers that are named one by one. */
const NAMED = 4

/** The title of an analysis: its first prompt, cut at a word where it is long. */
export function titleOf(prompts: readonly string[]): string {
  const [first = ''] = prompts
  const text = first.length > MOST ? `${first.slice(0, MOST).replace(/\s+\S*$/, '')} …` : first
  return prompts.length > 1 ? `${text} and ${count(prompts.length - 1, 'more prompt')}` : text
}

/** When it was asked, of whom, from where and how often. */
export function leadOf({
  createdAt,
  providers,
  locations,
  replicates,
}: Pick<ShownAnalysis, 'createdAt' | 'providers' | 'locations' | 'replicates'>): string {
  const asked = [
    `Asked on ${dayAndTime(createdAt)}`,
    `of ${listed(
      providers.map(({ label }) => label),
      'providers',
    )}`,
    `from ${listed(locations.map(country), 'countries')}`,
    replicates > 1 ? `${replicates} times each` : '',
  ]
  return `${asked.filter(Boolean).join(', ')}. A one-off analysis is never mixed into trends.`
}

function listed(names: readonly string[], what: string): string {
  if (names.length > NAMED) return `${names.length} ${what}`
  const [last = '', ...before] = names.toReversed()
  return before.length > 0 ? `${before.toReversed().join(', ')} and ${last}` : last
}
