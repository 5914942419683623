import type { Section } from '../facts.ts'
import { counted, percent, rateWithInterval } from '../figures.ts'
import { name, table } from '../markdown.ts'

const OWNERS = { brand: 'the brand', competitor: 'competitors', third_party: 'third parties' } as const

/** Whose pages answers cite, and which sites most often. */
export const sources: Section = ({ summary }) => {
  const { citations, owners, domains } = summary.sources
  if (citations === 0) return ['## Sources', 'No answer cites a page.']
  const shares = owners.map(
    ({ owner, citations: cited }) => `${percent(cited / citations)} to ${OWNERS[owner]}`,
  )
  // Sites that are only listed as sources, without being cited, are among the domains too.
  const rows = domains
    .filter((one) => one.citations > 0)
    .map((one) => [
      name(one.domain),
      OWNERS[one.owner],
      String(one.citations),
      rateWithInterval(one.citationRate),
    ])
  return [
    '## Sources',
    `${counted(citations, 'citation leads', 'citations lead')}: ${shares.join(', ')}. The sites cited most:`,
    table(['Site', 'Belongs to', 'Citations', 'Answers that cite it'], rows),
  ]
}
