import type { Section } from '../foundation/facts.ts'
import { name, table } from '../foundation/markdown.ts'

/** Maximum number of competitors in the table. */
const MAX_ROWS = 15

const HEADING = '## Comparison with competitors'

/** Renders a table of the brand and its competitors, with the most frequently named competitors first. */
export const competitors: Section = ({
  summary,
  figures: { counted, position, rateWithInterval, sentiment },
}) => {
  const [brand, ...rivals] = summary.entities
  if (!brand || rivals.length === 0)
    return [HEADING, 'No competitors are tracked, so there is no share of voice.']
  const ranked = rivals.toSorted((a, b) => (b.mentionRate.value ?? 0) - (a.mentionRate.value ?? 0))
  const rows = [brand, ...ranked.slice(0, MAX_ROWS)].map((entity) => [
    entity === brand ? `**${name(entity.name)}**` : name(entity.name),
    rateWithInterval(entity.mentionRate),
    rateWithInterval(entity.shareOfVoice),
    rateWithInterval(entity.recommendationRate),
    position(entity),
    sentiment(entity),
    rateWithInterval(entity.citationRate),
  ])
  const omitted = ranked.length - MAX_ROWS
  return [
    HEADING,
    table(
      [
        'Brand',
        'Mention rate',
        'Share of voice',
        'Recommendation rate',
        'Average position',
        'Sentiment',
        'Citation rate',
      ],
      rows,
    ),
    ...(omitted > 0 ? [`Not shown: ${counted(omitted, 'competitor')} with lower mention rates.`] : []),
    'If two intervals overlap, do not claim that one brand is ahead of the other.',
  ]
}
