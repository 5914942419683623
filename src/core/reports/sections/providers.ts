import type { Section } from '../facts.ts'
import { rateInFull, rateWithInterval, sentiment } from '../figures.ts'
import { name, table } from '../markdown.ts'
import { VERDICTS } from '../verdicts.ts'

/** The most providers in the table. */
const MOST = 15

/** How the brand fares with each provider. */
export const providers: Section = ({ providers: parts }) => {
  if (parts.length === 0) return []
  const shown = parts
    .toSorted((one, other) => other.summary.sample.answers - one.summary.sample.answers)
    .slice(0, MOST)
  const compared = parts.some(({ comparison }) => comparison.previousRunId !== null)
  const rows = shown.map(({ value, summary, comparison }) => [
    name(value),
    rateInFull(summary.mentionRate),
    rateWithInterval(summary.shareOfVoice),
    rateWithInterval(summary.recommendationRate),
    sentiment(summary),
    ...(compared ? [VERDICTS[comparison.adjustedVerdict ?? comparison.verdict]] : []),
  ])
  const head = ['Provider', 'Names it', 'Share of voice', 'Recommends it', 'Sentiment']
  return [
    '## By provider',
    table([...head, ...(compared ? ['Change'] : [])], rows),
    ...(parts.length > MOST ? [`${parts.length - MOST} more with fewer answers are left out.`] : []),
    ...(compared
      ? ['The verdicts on the change of how often each names it allow for looking at all providers at once.']
      : []),
  ]
}
