import type { Section } from '../foundation/facts.ts'
import { name, table } from '../foundation/markdown.ts'
import { VERDICTS } from '../foundation/verdicts.ts'

/** Maximum number of providers in the table. */
const MAX_ROWS = 15

/** Renders the brand's metrics by provider. */
export const providers: Section = ({ providers: parts, figures }) => {
  const { counted, rateInFull, rateWithInterval, sentiment } = figures
  if (parts.length === 0) return []
  const shown = parts
    .toSorted((a, b) => b.summary.sample.answers - a.summary.sample.answers)
    .slice(0, MAX_ROWS)
  const omitted = parts.length - shown.length
  const compared = parts.some(({ comparison }) => comparison.previousRunId !== null)
  const rows = shown.map(({ value, summary, comparison }) => [
    name(value),
    rateInFull(summary.mentionRate),
    rateWithInterval(summary.shareOfVoice),
    rateWithInterval(summary.recommendationRate),
    sentiment(summary),
    ...(compared ? [VERDICTS[comparison.adjustedVerdict ?? comparison.verdict]] : []),
  ])
  const head = ['Provider', 'Mention rate', 'Share of voice', 'Recommendation rate', 'Sentiment']
  return [
    '## By provider',
    table([...head, ...(compared ? ['Change'] : [])], rows),
    ...(omitted > 0 ? [`Not shown: ${counted(omitted, 'provider')} with fewer answers.`] : []),
    ...(compared
      ? ['The verdicts on changes of the mention rate account for comparing several providers at once.']
      : []),
  ]
}
