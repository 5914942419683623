import type { ResultOf } from '../graphql/graphql.ts'
import { graphql } from '../graphql/graphql.ts'
import styles from './status.module.css'

export const PROGRESS = graphql(`
  fragment AnalysisProgress on Analysis @_unmask {
    id
    status
    startedAt
    finishedAt
    progress {
      total
      completed
      failed
    }
  }
`)

export type AnalysisStatus = ResultOf<typeof PROGRESS>['status']

/** Labels of the statuses. */
export const STATUS_WORDS: Record<AnalysisStatus, string> = {
  QUEUED: 'Queued',
  RUNNING: 'Running',
  COMPLETED: 'Completed',
  PARTIALLY_COMPLETED: 'Partially completed',
  FAILED: 'Failed',
  CANCELLED: 'Canceled',
}

/** Whether the run or analysis has ended. */
export function hasEnded(status: AnalysisStatus): boolean {
  return status !== 'QUEUED' && status !== 'RUNNING'
}

/** A status with an icon. The icon's shape conveys the same as its color. */
export function Status({ status }: { status: AnalysisStatus }) {
  return (
    <span className={styles.status} data-status={status}>
      <span aria-hidden="true">{MARKS[status]}</span> {STATUS_WORDS[status]}
    </span>
  )
}

const MARKS: Record<AnalysisStatus, string> = {
  QUEUED: '○',
  RUNNING: '◐',
  COMPLETED: '●',
  PARTIALLY_COMPLETED: '◑',
  FAILED: '✕',
  CANCELLED: '–',
}
