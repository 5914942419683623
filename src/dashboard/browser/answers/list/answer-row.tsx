import { memo } from 'react'
import { type AnswerRow, saidOf } from '../model/row.ts'
import styles from './answer-list.module.css'

/** A row of the answer list: question, provider and country, and what the answer says about the brand. */
export const AnswerRowLink = memo(function AnswerRowLink({
  row,
  isFirst,
  entityId,
  href,
  isCurrent,
  isReachable,
  showsReplicate,
}: {
  row: AnswerRow
  /** Whether the row above has another question. Otherwise the question is only read by screen readers. */
  isFirst: boolean
  entityId: string
  href: string
  isCurrent: boolean
  /** Whether Tab focuses this row. Only one row is in the tab order; arrow keys reach the others. */
  isReachable: boolean
  showsReplicate: boolean
}) {
  const [verdict, ...more] = saidOf(row, entityId)
  return (
    <a
      href={href}
      className={styles.row}
      aria-current={isCurrent || undefined}
      tabIndex={isReachable ? 0 : -1}
      data-answer={row.databaseId}
    >
      <span className={isFirst ? styles.prompt : 'visually-hidden'}>{row.promptText} </span>
      <span className={styles.said} data-status={row.status}>
        <span className={styles.asked}>
          {row.provider.label} · {row.location}
          {showsReplicate && ` · ${row.replicate}`}{' '}
        </span>
        <b>{verdict} </b>
        <small>{more.join(' ')}</small>
      </span>
    </a>
  )
})
