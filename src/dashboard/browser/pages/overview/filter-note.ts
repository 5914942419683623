import { locationName } from '../../formatting/location.ts'
import type { OverviewView } from './view.ts'

/** Describes the active filters, such as `Gemini, Germany, tag “price”`; empty without filters. */
export function filterWords({ search, parts }: Pick<OverviewView, 'search' | 'parts'>): string {
  const { provider, location, tag } = search
  const label = parts?.providers.find(({ token }) => token === provider)?.label ?? provider
  return [label, location && locationName(location), tag && `tag “${tag}”`].filter(Boolean).join(', ')
}

/** Returns the same as a sentence that can be appended to another one. */
export function filterNote(view: Pick<OverviewView, 'search' | 'parts'>): string {
  const words = filterWords(view)
  return words === '' ? '' : ` Only ${words}.`
}
