import { RateCell } from '../../charts/rate.tsx'
import { VerdictText } from '../../charts/verdict.tsx'
import { verdictSentence, writeDifference } from '../../charts/verdict-words.ts'
import { count, day } from '../../formatting/format.ts'
import type { OpportunityNode } from './documents.ts'
import styles from './opportunities.module.css'

/** The mention rate before and after an opportunity was done. */
export function Outcome({ opportunity: { outcome, doneAt } }: { opportunity: OpportunityNode }) {
  if (!outcome)
    return (
      <p className={styles.outcome}>
        Done on {day(doneAt)}. The next run that starts after this date shows whether it helped.
      </p>
    )
  const { before, after, runsAfter } = outcome
  return (
    <section className={styles.outcome} aria-label="Before and after">
      <dl>
        <div>
          <dt>Before</dt>
          <dd>
            <RateCell rate={before} />
          </dd>
        </div>
        <div>
          <dt>After</dt>
          <dd>
            <RateCell rate={after} />
          </dd>
        </div>
        <div>
          <dt>Change</dt>
          <dd>
            {writeDifference('share', outcome)} <VerdictText change={outcome} />
          </dd>
        </div>
      </dl>
      <p>
        Done on {day(doneAt)}, compared with {count(runsAfter.length, 'run')} since.{' '}
        {verdictSentence(outcome)}
      </p>
    </section>
  )
}
