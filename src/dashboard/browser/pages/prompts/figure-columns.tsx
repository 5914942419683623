import { MetricHelp } from '../../charts/help.tsx'
import { meanColumn } from '../../charts/mean.tsx'
import { isTooFew, RateCell, rateColumn, rateValues } from '../../charts/rate.tsx'
import { Sparkline } from '../../charts/sparkline.tsx'
import type { Column } from '../../components/column.ts'
import { number } from '../../formatting/format.ts'
import type { MeasuredPrompt, PromptMetrics } from './list/prompt-list.ts'
import { PromptAnswers } from './prompt-answers.tsx'
import styles from './prompts.module.css'

type Summary = PromptMetrics['summary']

/** Number of competitors shown in a row. */
const MAX_COMPETITORS = 2

/** Returns the competitors that a prompt's answers mention, the most frequent first. */
export function namedCompetitors({ metrics }: MeasuredPrompt): Summary['entities'] {
  const entities = metrics?.summary.entities ?? []
  return entities
    .filter(({ entityId, mentionRate }) => entityId !== 'brand' && mentionRate.numerator > 0)
    .toSorted((a, b) => b.mentionRate.numerator - a.mentionRate.numerator)
}

/** Columns with the metrics of a prompt. Each value links to its answers. */
export const METRIC_COLUMNS: readonly Column<MeasuredPrompt>[] = [
  {
    ...rateColumn('mentionRate', 'Mentioned', ({ metrics }) => metrics?.summary.mentionRate),
    help: <MetricHelp metric="mentionRate" title="Mention rate" />,
    orders: ['MENTION_RATE_ASC', 'MENTION_RATE_DESC'],
    cell: (prompt) => (
      <PromptAnswers prompt={prompt}>
        <RateCell rate={prompt.metrics?.summary.mentionRate} />
      </PromptAnswers>
    ),
    width: '120px',
  },
  {
    id: 'trend',
    title: 'Trend',
    cell: ({ trends }) => <Trend points={trends?.nodes ?? []} />,
    width: '112px',
  },
  {
    id: 'lostRate',
    title: 'Lost',
    help: <MetricHelp metric="lostRate" title="Lost answers" />,
    numeric: true,
    orders: ['LOST_ANSWERS_DESC'],
    value: ({ metrics }) => rateValues(metrics?.summary.lostRate),
    cell: (prompt) => (
      <PromptAnswers prompt={prompt} search={{ named: 'no' }}>
        <CountOf rate={prompt.metrics?.summary.lostRate} />
      </PromptAnswers>
    ),
    width: '84px',
  },
  {
    id: 'named',
    title: 'Competitors',
    value: (prompt) =>
      namedCompetitors(prompt)
        .map(({ name, mentionRate }) => `${name} ${mentionRate.numerator}`)
        .join('; '),
    cell: (prompt) => <Named prompt={prompt} />,
    width: '122px',
  },
  {
    ...meanColumn('averagePosition', 'Position', ({ metrics }) => metrics?.summary.positionMean, {
      kind: 'position',
      stacked: true,
    }),
    orders: ['AVERAGE_POSITION_ASC', 'AVERAGE_POSITION_DESC'],
    width: '68px',
  },
  {
    ...meanColumn('sentiment', 'Sentiment', ({ metrics }) => metrics?.summary.sentimentMean, {
      kind: 'score',
      stacked: true,
    }),
    orders: ['SENTIMENT_ASC', 'SENTIMENT_DESC'],
    width: '108px',
  },
  {
    ...rateColumn('placementRate', 'Cards', ({ metrics }) => metrics?.summary.placementRate),
    help: <MetricHelp metric="placementRate" title="Shown on cards" />,
    cell: (prompt) => (
      <PromptAnswers prompt={prompt} search={{ placed: 'yes' }}>
        <CountOf rate={prompt.metrics?.summary.placementRate} />
      </PromptAnswers>
    ),
    width: '84px',
  },
]

function Trend({ points }: { points: readonly { mentionRate: Summary['mentionRate'] }[] }) {
  const values = points.toReversed().map(({ mentionRate }) => (isTooFew(mentionRate) ? null : mentionRate))
  return values.length > 1 ? <Sparkline name="Mention rate" values={values} /> : null
}

/** The numerator and the denominator of a rate; a dash without data. */
export function CountOf({ rate }: { rate: Summary['lostRate'] | undefined }) {
  if (!rate || rate.denominator === 0) return <span className={styles.soft}>–</span>
  return (
    <>
      {number(rate.numerator)} <small className={styles.soft}>of {number(rate.denominator)}</small>
    </>
  )
}

function Named({ prompt }: { prompt: MeasuredPrompt }) {
  const named = namedCompetitors(prompt)
  if (named.length === 0) return <span className={styles.soft}>{prompt.metrics ? 'none' : '–'}</span>
  return (
    <span
      className={styles.named}
      title={named.map(({ name, mentionRate }) => `${name}: ${mentionRate.numerator}`).join(', ')}
    >
      {named.slice(0, MAX_COMPETITORS).map(({ entityId, name, mentionRate }) => (
        <PromptAnswers key={entityId} prompt={prompt} search={{ entity: entityId, named: 'yes' }}>
          {name} <small className={styles.soft}>{number(mentionRate.numerator)}</small>
        </PromptAnswers>
      ))}
    </span>
  )
}
