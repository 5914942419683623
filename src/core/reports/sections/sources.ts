import type { Section } from '../foundation/facts.ts'
import { name, table } from '../foundation/markdown.ts'

const OWNERS = { brand: 'the brand', competitor: 'competitors', third_party: 'third parties' } as const

/** Renders the shares of citations by owner, and the most cited sites. */
export const sources: Section = ({ summary, figures: { counted, percent, rateWithInterval } }) => {
  const { citations, owners, domains } = summary.sources
  if (citations === 0) return ['## Sources', 'No answer cites any pages.']
  const shares = owners.map(
    ({ owner, citations: cited }) => `${percent(cited / citations)} to ${OWNERS[owner]}`,
  )
  // The domains include sites that answers list as sources without citing them.
  const rows = domains
    .filter((site) => site.citations > 0)
    .map((site) => [
      name(site.domain),
      OWNERS[site.owner],
      counted(site.citations),
      rateWithInterval(site.citationRate),
    ])
  return [
    '## Sources',
    `${counted(citations, 'citation')}: ${shares.join(', ')}. Most cited sites:`,
    table(['Site', 'Belongs to', 'Citations', 'Answers that cite it'], rows),
  ]
}
