import type { Section } from '../facts.ts'
import { position, rateWithInterval, sentiment } from '../figures.ts'
import { name, table } from '../markdown.ts'

/** The most competitors in the table. */
const MOST = 15

/** The brand among its competitors, those that are named most first. */
export const competitors: Section = ({ summary }) => {
  const [brand, ...others] = summary.entities
  if (!brand || others.length === 0)
    return ['## Against competitors', 'No competitor is tracked: shares of voice have no value.']
  const ranked = others.toSorted(
    (one, other) => (other.mentionRate.value ?? 0) - (one.mentionRate.value ?? 0),
  )
  const rows = [brand, ...ranked.slice(0, MOST)].map((entity) => [
    entity === brand ? `**${name(entity.name)}**` : name(entity.name),
    rateWithInterval(entity.mentionRate),
    rateWithInterval(entity.shareOfVoice),
    rateWithInterval(entity.recommendationRate),
    position(entity),
    sentiment(entity),
    rateWithInterval(entity.citationRate),
  ])
  const rest = ranked.length - MOST
  return [
    '## Against competitors',
    table(
      ['Brand', 'Named', 'Share of voice', 'Recommended', 'Mean place', 'Sentiment', 'Pages cited'],
      rows,
    ),
    ...(rest > 0 ? [`${rest} more that are named less often are left out.`] : []),
    'Where two intervals overlap, do not say that one brand is ahead.',
  ]
}
