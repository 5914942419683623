import type { Kind } from './estimate.ts'
import styles from './verdict.module.css'
import { type Change, verdictSentence, verdictWords, writeDifference } from './verdict-words.ts'

/** The server's verdict on a change, explained on hover. */
export function VerdictText({
  kind = 'share',
  change,
}: {
  kind?: Kind
  change: Pick<Change, 'verdict' | 'difference'>
}) {
  return (
    <span className={styles.verdict} data-verdict={change.verdict} title={verdictSentence(change)}>
      {verdictWords(change, kind)}
    </span>
  )
}

/** A change in a table, such as `+4 points (−1 to +9) within noise`. */
export function ChangeCell({ kind = 'share', change }: { kind?: Kind; change: Change | null | undefined }) {
  if (!change) return <span className={styles.soft}>–</span>
  return (
    <>
      <span className={styles.soft}>{writeDifference(kind, change)}</span>{' '}
      <VerdictText kind={kind} change={change} />
    </>
  )
}
