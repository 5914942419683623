import { escapeHtml } from '../../foundation/escape-html.ts'
import type { ReportFacts } from '../foundation/facts.ts'
import { VERDICTS } from '../foundation/verdicts.ts'
import type { Attributes } from './styles.ts'

/** A metric at the top of a report. */
interface Tile {
  label: string
  value: string
  detail: string
}

/** Renders the most important figures of a report as a row of tiles; empty without figures. */
export function renderTiles(facts: ReportFacts, attributes: Attributes): string {
  const cells = listTiles(facts).map(
    ({ label, value, detail }) =>
      `<td${attributes('tile')}><span${attributes('label')}>${escapeHtml(label)}</span><span${attributes('value')}>${escapeHtml(value)}</span><span${attributes('detail')}>${escapeHtml(detail)}</span></td>`,
  )
  if (cells.length === 0) return ''
  return `<table role="presentation" width="100%"${attributes('tiles')}><tbody${attributes('group')}><tr${attributes('group')}>${cells.join('')}</tr></tbody></table>`
}

function listTiles({ summary, comparison, figures }: ReportFacts): Tile[] {
  if (!summary) return []
  const { percent, points, signed, counted } = figures
  const rate = (label: string, { value, low, high }: typeof summary.mentionRate): Tile => ({
    label,
    value: value === null ? '–' : percent(value),
    detail:
      low === null || high === null ? 'no interval' : `95 % interval ${percent(low)} to ${percent(high)}`,
  })
  const { sentiment, sentimentMean, sample } = summary
  const change: Tile[] =
    comparison?.previousRunId && comparison.difference !== null
      ? [
          {
            label: 'Change since the previous run',
            value: VERDICTS[comparison.verdict],
            detail: `${points(comparison.difference)} points on ${counted(comparison.prompts, 'prompt')}`,
          },
        ]
      : []
  return [
    rate('Mention rate', summary.mentionRate),
    rate('Share of voice', summary.shareOfVoice),
    ...(sentiment === null
      ? []
      : [
          {
            label: 'Sentiment (−1 to +1)',
            value: signed(sentiment, 2),
            detail:
              sentimentMean.low === null || sentimentMean.high === null
                ? `${counted(sample.answers, 'answer')}`
                : `95 % interval ${signed(sentimentMean.low, 2)} to ${signed(sentimentMean.high, 2)}`,
          },
        ]),
    ...change,
  ]
}
