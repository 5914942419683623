import { number } from '../../figures/format.ts'
import { MetricHelp } from '../../figures/help.tsx'
import { MeanCell, meanValues } from '../../figures/mean.tsx'
import { isTooFew, RateCell, rateValues } from '../../figures/rate.tsx'
import { Sparkline } from '../../figures/sparkline.tsx'
import type { Column } from '../../parts/column.ts'
import { PromptAnswers } from './prompt-answers.tsx'
import type { MeasuredPrompt, PromptMetrics } from './prompt-list.ts'
import styles from './prompts.module.css'

type Summary = PromptMetrics['summary']

/** How many competitors are named in a row. */
const NAMED = 2

/** Competitors that answers to a prompt name, those named most often first. */
export function namedCompetitors({ metrics }: MeasuredPrompt): Summary['entities'] {
  const entities = metrics?.summary.entities ?? []
  return entities
    .filter(({ entityId, mentionRate }) => entityId !== 'brand' && mentionRate.numerator > 0)
    .toSorted((a, b) => b.mentionRate.numerator - a.mentionRate.numerator)
}

/** The figures of a prompt; each opens the answers that it was counted in. */
export const FIGURE_COLUMNS: readonly Column<MeasuredPrompt>[] = [
  {
    id: 'mentionRate',
    title: 'Named',
    help: <MetricHelp metric="mentionRate" title="Mention rate" />,
    numeric: true,
    orders: ['MENTION_RATE_ASC', 'MENTION_RATE_DESC'],
    value: ({ metrics }) => rateValues(metrics?.summary.mentionRate),
    cell: (prompt) => (
      <PromptAnswers prompt={prompt}>
        <RateCell rate={prompt.metrics?.summary.mentionRate} />
      </PromptAnswers>
    ),
    width: '108px',
  },
  {
    id: 'trend',
    title: 'Trend',
    value: ({ trends }) => (trends?.nodes ?? []).map(({ mentionRate }) => mentionRate.value ?? '').join(' '),
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
        <Lost rate={prompt.metrics?.summary.lostRate} />
      </PromptAnswers>
    ),
    width: '84px',
  },
  {
    id: 'named',
    title: 'Who is named',
    value: (prompt) =>
      namedCompetitors(prompt)
        .map(({ name, mentionRate }) => `${name} ${mentionRate.numerator}`)
        .join('; '),
    cell: (prompt) => <Named prompt={prompt} />,
    width: '122px',
  },
  {
    id: 'averagePosition',
    title: 'Position',
    numeric: true,
    orders: ['AVERAGE_POSITION_ASC', 'AVERAGE_POSITION_DESC'],
    value: ({ metrics }) => meanValues(metrics?.summary.positionMean),
    cell: ({ metrics }) => <MeanCell mean={metrics?.summary.positionMean} kind="position" stacked />,
    width: '68px',
  },
  {
    id: 'sentiment',
    title: 'Sentiment',
    numeric: true,
    orders: ['SENTIMENT_ASC', 'SENTIMENT_DESC'],
    value: ({ metrics }) => meanValues(metrics?.summary.sentimentMean),
    cell: ({ metrics }) => <MeanCell mean={metrics?.summary.sentimentMean} kind="score" stacked />,
    width: '108px',
  },
]

function Trend({ points }: { points: readonly { mentionRate: Summary['mentionRate'] }[] }) {
  const values = points.toReversed().map(({ mentionRate }) => (isTooFew(mentionRate) ? null : mentionRate))
  return values.length > 1 ? <Sparkline name="Mention rate" values={values} /> : null
}

/** Lost answers of all; a dash where fewer than two competitors are tracked. */
export function Lost({ rate }: { rate: Summary['lostRate'] | undefined }) {
  if (!rate || rate.denominator === 0) return <span className={styles.soft}>–</span>
  return (
    <>
      {number(rate.numerator)} <small className={styles.soft}>of {number(rate.denominator)}</small>
    </>
  )
}

function Named({ prompt }: { prompt: MeasuredPrompt }) {
  const named = namedCompetitors(prompt)
  if (named.length === 0) return <span className={styles.soft}>{prompt.metrics ? 'nobody' : '–'}</span>
  return (
    <span
      className={styles.named}
      title={named.map(({ name, mentionRate }) => `${name}: ${mentionRate.numerator}`).join(', ')}
    >
      {named.slice(0, NAMED).map(({ entityId, name, mentionRate }) => (
        <PromptAnswers key={entityId} prompt={prompt} search={{ entity: entityId, named: 'yes' }}>
          {name} <small className={styles.soft}>{number(mentionRate.numerator)}</small>
        </PromptAnswers>
      ))}
    </span>
  )
}
