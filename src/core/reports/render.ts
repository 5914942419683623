import type { ReportFacts } from './foundation/facts.ts'
import { change } from './sections/change.ts'
import { competitors } from './sections/competitors.ts'
import { facts as contradictedFacts } from './sections/facts.ts'
import { headline } from './sections/headline.ts'
import { namedInstead } from './sections/named-instead.ts'
import { opening } from './sections/opening.ts'
import { opinions } from './sections/opinions.ts'
import { providers } from './sections/providers.ts'
import { reach } from './sections/reach.ts'
import { sources } from './sections/sources.ts'
import { themes } from './sections/themes.ts'
import { unanswered } from './sections/unanswered.ts'

/** Renders the report of a run or an async analysis as Markdown of at most 24,000 characters. */
export function renderReport(facts: ReportFacts): string {
  const { summary } = facts
  const parts = [opening(facts)]
  if (summary) {
    const measured = { ...facts, summary }
    for (const section of [
      change,
      headline,
      providers,
      competitors,
      opinions,
      themes,
      contradictedFacts,
      namedInstead,
      sources,
      unanswered,
      reach,
    ])
      parts.push(...section(measured))
  } else if (facts.batch.finishedAt) parts.push(...unanswered(facts))
  return `${parts.join('\n\n')}\n`
}
