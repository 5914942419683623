import { count, dayAndTime } from '../../formatting/format.ts'
import { locationName } from '../../formatting/location.ts'
import type { ShownAnalysis } from './result/documents.ts'

/** Maximum number of characters of a prompt in a title. */
const MAX_LENGTH = 90

/** Maximum number of countries or providers listed by name. */
const MAX_NAMES = 4

/** Returns the title of an analysis: its first prompt, cut between words if it is too long. */
export function titleOf(prompts: readonly string[]): string {
  const [first = ''] = prompts
  const text = first.length > MAX_LENGTH ? `${first.slice(0, MAX_LENGTH).replace(/\s+\S*$/, '')} …` : first
  return prompts.length > 1 ? `${text} and ${count(prompts.length - 1, 'more prompt')}` : text
}

/** Describes when the analysis was started, and its providers, countries and repetitions. */
export function leadOf({
  createdAt,
  providers,
  locations,
  replicates,
}: Pick<ShownAnalysis, 'createdAt' | 'providers' | 'locations' | 'replicates'>): string {
  const asked = [
    `Started on ${dayAndTime(createdAt)}`,
    `with ${listed(
      providers.map(({ label }) => label),
      'providers',
    )}`,
    `from ${listed(locations.map(locationName), 'countries')}`,
    replicates > 1 ? `${replicates} times each` : '',
  ]
  return `${asked.filter(Boolean).join(', ')}. A one-off analysis never affects trends.`
}

function listed(names: readonly string[], what: string): string {
  if (names.length > MAX_NAMES) return `${names.length} ${what}`
  const [last = '', ...before] = names.toReversed()
  return before.length > 0 ? `${before.toReversed().join(', ')} and ${last}` : last
}
