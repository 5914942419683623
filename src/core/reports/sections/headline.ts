import {
  METRICS,
  type Rate,
  REPORTED_METRICS,
  type ReportedMetric,
  type Summary,
} from '../../../metrics/definitions.ts'
import { type Figures, NO_VALUE } from '../../foundation/figures.ts'
import type { Section } from '../foundation/facts.ts'
import { table } from '../foundation/markdown.ts'
import { VERDICTS } from '../foundation/verdicts.ts'

/** Formats a metric of a summary for a table; `format` applies to rates. */
function cell(
  { position, sentiment }: Figures,
  summary: Summary,
  metric: ReportedMetric,
  format: (rate: Rate) => string,
): string {
  switch (metric) {
    case 'averagePosition':
      return position(summary)
    case 'sentiment':
      return sentiment(summary)
    case 'recommendationRateWhenMentioned':
      return format(summary.recommendations.whenMentioned)
    default:
      return format(summary[metric])
  }
}

/** Renders the brand's metrics next to the metrics of the previous run. */
export const headline: Section = ({ batch, summary, comparison, previous, figures }) => {
  const before = previous?.summary
  const rows = REPORTED_METRICS.flatMap((metric) => {
    const { report } = METRICS[metric]
    const now = cell(figures, summary, metric, figures.rateInFull)
    const then = before && cell(figures, before, metric, figures.rateWithInterval)
    if ('onlyWithData' in report && now === NO_VALUE && (then ?? NO_VALUE) === NO_VALUE) return []
    const verdict = metric === 'mentionRate' && comparison ? VERDICTS[comparison.verdict] : 'no verdict'
    return [[report.label, now, ...(then === undefined ? [] : [then, verdict])]]
  })
  const head = ['Metric', batch.kind === 'run' ? 'This run' : 'This analysis']
  return [
    '## Key metrics',
    table([...head, ...(before ? ['Previous run', 'Verdict on the change'] : [])], rows),
    `Shares and averages are followed by their 95 % interval in parentheses. Share of voice is the brand's share of all mentions of tracked brands, counting each brand once per answer${
      summary.shareOfVoicePrompts === 'unbranded' ? ', on prompts that do not name the brand' : ''
    }.${before ? ' Only the mention rate has a verdict on its change. For other metrics, overlapping or separate intervals prove nothing.' : ''}`,
  ]
}
