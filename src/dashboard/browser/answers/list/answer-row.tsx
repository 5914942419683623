import { memo } from 'react'
import styles from './answer-list.module.css'
import { type AnswerRow, saidOf } from './row.ts'

/** An answer in the list: its question, what it says of the brand, and where it was asked. */
export const AnswerRowLink = memo(function AnswerRowLink({
  row,
  entityId,
  href,
  isCurrent,
  isReachable,
  showsReplicate,
}: {
  row: AnswerRow
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
      <span className={styles.prompt}>{row.prompt}</span>
      <span className={styles.said} data-status={row.status}>
        <b>{verdict}</b>
        {more.map((part) => (
          <span key={part} className={styles.more}>
            {part}
          </span>
        ))}
        <span className={styles.asked}>
          {row.provider.label} · {row.location}
          {showsReplicate && ` · ${row.replicate}`}
        </span>
      </span>
    </a>
  )
})
