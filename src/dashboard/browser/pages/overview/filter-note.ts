import { country } from '../../figures/format.ts'
import type { OverviewView } from './view.ts'

/** What the filters leave, in words, such as `Gemini, Germany, tag “price”`; empty without a filter. */
export function filterWords({ search, parts }: Pick<OverviewView, 'search' | 'parts'>): string {
  const { provider, location, tag } = search
  const label = parts?.providers.find(({ token }) => token === provider)?.label ?? provider
  return [label, location && country(location), tag && `tag “${tag}”`].filter(Boolean).join(', ')
}

/** The same as a sentence after another one. */
export function filterNote(view: Pick<OverviewView, 'search' | 'parts'>): string {
  const words = filterWords(view)
  return words === '' ? '' : ` Only ${words}.`
}
