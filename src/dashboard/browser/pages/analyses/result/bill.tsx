import { dayAndTime, dollars, number } from '../../../figures/format.ts'
import { hasEnded } from '../../../progress/status.tsx'
import styles from '../analysis.module.css'
import type { ShownAnalysis } from '../documents.ts'

/** When it was asked, and what it cost. */
export function Bill({ analysis }: { analysis: ShownAnalysis }) {
  const { credits, costUsd, startedAt, finishedAt, status } = analysis
  const facts: [string, string][] = [
    ['Started', dayAndTime(startedAt)],
    ...(finishedAt ? [['Ended', dayAndTime(finishedAt)] satisfies [string, string]] : []),
    ['Credits reserved', number(credits.reserved)],
    ['Charged', hasEnded(status) ? number(credits.charged) : 'at the end'],
    ['Paid back', hasEnded(status) ? number(credits.refunded) : 'at the end'],
    ...(costUsd === null ? [] : [['Cost at the providers', dollars(costUsd)] satisfies [string, string]]),
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
