import { memo } from 'react'
import styles from './answer-list.module.css'
import { type AnswerRow, saidOf } from './row.ts'

/** An answer in the list: its question, where it was asked, and what it says of the brand. */
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
  /** Whether its question is another one than that of the row above, where it is read otherwise. */
  isFirst: boolean
  entityId: string
  href: string
  isCurrent: boolean
  /** Whether the key Tab leads to it: one row of the list is enough, arrows lead to the others. */
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
      <span className={isFirst ? styles.prompt : 'visually-hidden'}>{row.prompt} </span>
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
