import { number } from '../formatting/format.ts'
import type { ResultOf } from '../graphql/graphql.ts'
import styles from './progress-bar.module.css'
import { ProgressBar } from './progress-bar.tsx'
import type { ProviderProgress } from './provider-table.tsx'
import { type PROGRESS, Status } from './status.tsx'

/** The status of a run or an analysis, with its questions by outcome. */
export function QuestionProgress({
  label,
  analysis: { status, progress, providerProgress },
}: {
  /** Accessible name of the bar. */
  label: string
  analysis: Pick<ResultOf<typeof PROGRESS>, 'status' | 'progress'> & {
    providerProgress: readonly ProviderProgress[] | null
  }
}) {
  const sum = (outcome: 'ok' | 'refused' | 'notShown' | 'failed') =>
    (providerProgress ?? []).reduce((total, row) => total + row[outcome], 0)
  return (
    <>
      <p className={styles.state} role="status">
        <Status status={status} />
        <span>
          {number(progress.completed + progress.failed)} of {number(progress.total)} questions completed
        </span>
      </p>
      <ProgressBar
        label={label}
        total={progress.total}
        answered={sum('ok')}
        refused={sum('refused')}
        notShown={sum('notShown')}
        failed={sum('failed')}
      />
    </>
  )
}
