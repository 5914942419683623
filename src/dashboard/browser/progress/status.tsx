import type { ResultOf } from '../graphql/graphql.ts'
import { graphql } from '../graphql/graphql.ts'
import styles from './status.module.css'

/** What the state and progress of a run or an analysis are read with. */
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

/** The state of a run or an analysis. */
export type AnalysisStatus = ResultOf<typeof PROGRESS>['status']

/** The states in words. */
export const STATUS_WORDS: Record<AnalysisStatus, string> = {
  QUEUED: 'Waiting to start',
  RUNNING: 'Running',
  COMPLETED: 'Completed',
  PARTIALLY_COMPLETED: 'Completed in part',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
}

/** Whether it has ended. */
export function hasEnded(status: AnalysisStatus): boolean {
  return status !== 'QUEUED' && status !== 'RUNNING'
}

/** A state as a word with a mark in front, whose shape says the same as its colour. */
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
