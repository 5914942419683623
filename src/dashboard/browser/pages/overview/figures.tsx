import type { ReactNode } from 'react'
import { type Estimate, type Kind, writeRange, writeValue } from '../../charts/estimate.ts'
import { MetricHelp } from '../../charts/help.tsx'
import { estimateOfMean } from '../../charts/mean.tsx'
import { rank } from '../../charts/ranking-chart.tsx'
import { FEW_ANSWERS } from '../../charts/rate.tsx'
import { VerdictText } from '../../charts/verdict.tsx'
import type { Change } from '../../charts/verdict-words.ts'
import { number, ordinal } from '../../formatting/format.ts'
import { AnswersLink, type AnswersSearch } from '../../layout/answers-link.tsx'
import styles from './overview.module.css'
import { answersOf, type Shown } from './view.ts'

/** The five key metrics of the brand, each linked to its answers. */
export function Figures({ view }: { view: Shown }) {
  const { point, run } = view
  const [brand] = point.entities
  if (!brand) return null
  const to = (more: AnswersSearch) => answersOf(view, run.databaseId, more)
  const { mentionRate, shareOfVoice, recommendationRate, positionMean } = brand
  const { praiseRate, mixedRate, criticismRate } = brand
  const place = placeOf(view)
  const changes = view.previous ? view.changes?.find(({ entityId }) => entityId === 'brand') : undefined
  return (
    <div className={styles.figuresBox}>
      <dl className={styles.figures}>
        <Figure
          title="Mention rate"
          metric="mentionRate"
          estimate={mentionRate}
          to={to({ named: 'yes' })}
          text={`${number(mentionRate.numerator)} of ${number(mentionRate.denominator)} answers`}
          change={changes?.mentionRate}
        />
        <Figure
          title="Share of voice"
          metric="shareOfVoice"
          estimate={shareOfVoice}
          to={to({ named: 'yes' })}
          text={place ?? (point.entities.length < 2 ? 'no competitors tracked' : 'no brand mentioned')}
          change={changes?.shareOfVoice}
        />
        <Figure
          title="Recommended"
          metric="recommendationRate"
          estimate={recommendationRate}
          to={to({ recommended: 'yes' })}
          text={`${number(recommendationRate.numerator)} of ${number(recommendationRate.denominator)} answers`}
          change={changes?.recommendationRate}
        />
        <Figure
          title="Position"
          metric="averagePosition"
          kind="position"
          estimate={estimateOfMean(positionMean)}
          to={to({ named: 'yes', order: 'POSITION_ASC' })}
          text={`in ${number(positionMean.answers)} answers that mention it`}
          change={changes?.averagePosition}
        />
        <Figure
          title="Praised"
          metric="praiseRate"
          estimate={praiseRate}
          to={to({ sentiment: 'positive' })}
          text={`${number(praiseRate.numerator)} of ${number(praiseRate.denominator)} answers mentioning it · ${number(criticismRate.numerator)} critical, ${number(mixedRate.numerator)} mixed`}
        />
      </dl>
    </div>
  )
}

function Figure({
  title,
  metric,
  kind = 'share',
  estimate,
  to,
  text,
  change,
}: {
  title: string
  /** A key of METRIC_DESCRIPTIONS. */
  metric: string
  kind?: Kind
  estimate: Estimate
  to: AnswersSearch
  text: ReactNode
  /** Change since the previous run; undefined if it was not judged. */
  change?: Change | undefined
}) {
  const few = estimate.value === null || estimate.denominator < FEW_ANSWERS
  return (
    <div>
      <dt>
        {title} <MetricHelp metric={metric} title={title} />
      </dt>
      <dd>
        <AnswersLink search={to}>
          {few ? (
            <span className={styles.few}>{estimate.denominator === 0 ? 'no answers' : 'too few'}</span>
          ) : (
            <>
              {writeValue(kind, estimate.value)} <small>{writeRange(kind, estimate)}</small>
            </>
          )}
        </AnswersLink>
        <p>
          {text}
          {change && !few && (
            <>
              {' · '}
              <VerdictText kind={kind} change={change} />
            </>
          )}
        </p>
      </dd>
    </div>
  )
}

/** Returns the brand's rank by share of voice, such as `4th of 6`; null without competitors. */
function placeOf({ point }: Shown): string | null {
  if (point.entities.length < 2) return null
  const ranked = rank(
    'share',
    point.entities.map(({ entityId, name, shareOfVoice }) => ({
      id: entityId,
      name,
      color: '',
      main: entityId === 'brand',
      estimate: shareOfVoice,
    })),
  )
  const brand = ranked.find(({ main }) => main)
  if (!brand) return null
  const better = ranked.filter(({ estimate }) => (estimate.value ?? 0) > (brand.estimate.value ?? 0)).length
  return `${ordinal(better + 1)} of ${point.entities.length}`
}
