import { Link, useParams } from '@tanstack/react-router'
import { RateCell, rateColumn } from '../../charts/rate.tsx'
import type { Column } from '../../components/column.ts'
import { numberColumn } from '../../components/columns.tsx'
import { count, dayAndTime, dollars, number } from '../../formatting/format.ts'
import { ProgressBar } from '../../progress/progress-bar.tsx'
import { hasEnded, Status } from '../../progress/status.tsx'
import type { ListedRun } from './run-list.ts'
import styles from './runs.module.css'

export const RUN_COLUMNS: readonly Column<ListedRun>[] = [
  {
    id: 'started',
    title: 'Started',
    value: ({ startedAt, createdAt }) => startedAt ?? createdAt,
    cell: (run) => <RunLink run={run} />,
  },
  {
    id: 'trigger',
    title: 'Started by',
    value: ({ trigger }) => trigger.toLowerCase(),
    cell: ({ trigger }) => (trigger === 'SCHEDULE' ? 'schedule' : 'user or API'),
  },
  {
    id: 'status',
    title: 'Status',
    value: ({ status }) => status.toLowerCase(),
    cell: (run) => <State run={run} />,
  },
  numberColumn('questions', 'Questions', ({ progress }) => progress.total),
  numberColumn('answered', 'Answered', ({ summary }) => summary?.resultCounts.ok),
  numberColumn('refused', 'Refused', ({ summary }) => summary?.resultCounts.refused),
  numberColumn('not_shown', 'Not shown', ({ summary }) => summary?.resultCounts.notShown),
  numberColumn(
    'failed',
    'Failed',
    ({ summary, progress }) => summary?.resultCounts.failed ?? progress.failed,
  ),
  rateColumn('mention_rate', 'Mentioned', ({ summary }) => summary?.mentionRate),
  {
    id: 'cost_usd',
    title: 'Cost',
    numeric: true,
    value: ({ costUsd }) => costUsd,
    cell: ({ costUsd }) => dollars(costUsd),
  },
]

/** A run on narrow screens: its date, the outcomes of its questions, and the mention rate. */
export function RunCard({ run }: { run: ListedRun }) {
  const { summary, progress } = run
  const { ok, refused, notShown, failed } = summary?.resultCounts ?? { ...NONE, failed: progress.failed }
  const others = [
    refused > 0 && `${number(refused)} refused`,
    notShown > 0 && `${number(notShown)} not shown`,
    failed > 0 && `${number(failed)} failed`,
  ].filter(Boolean)
  return (
    <div className={styles.card}>
      <RunLink run={run} />
      <span>
        {summary && 'mentioned '}
        <RateCell rate={summary?.mentionRate} />
      </span>
      <small>
        {summary
          ? [`${number(ok)} of ${number(progress.total)} answered`, ...others]
              .map((part) => String(part).replaceAll(' ', '\u00a0'))
              .join(' · ')
          : count(progress.total, 'question')}
      </small>
      <State run={run} />
    </div>
  )
}

const NONE = { ok: 0, refused: 0, notShown: 0 }

function RunLink({ run: { databaseId, startedAt, createdAt } }: { run: ListedRun }) {
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  return (
    <Link
      className={styles.started}
      to="/organizations/$organizationId/projects/$projectId/runs/$runId"
      params={{ ...params, runId: databaseId }}
    >
      {dayAndTime(startedAt ?? createdAt)}
    </Link>
  )
}

function State({ run: { status, progress } }: { run: ListedRun }) {
  return (
    <span>
      <Status status={status} />
      {!hasEnded(status) && (
        <ProgressBar
          label="Progress"
          total={progress.total}
          answered={progress.completed}
          failed={progress.failed}
        />
      )}
    </span>
  )
}
