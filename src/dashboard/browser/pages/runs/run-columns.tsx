import { Link, useParams } from '@tanstack/react-router'
import { count, dayAndTime, dollars, number } from '../../figures/format.ts'
import { type Rate, RateCell, rateValues } from '../../figures/rate.tsx'
import type { Column } from '../../parts/column.ts'
import { ProgressBar } from '../../progress/progress-bar.tsx'
import { hasEnded, Status } from '../../progress/status.tsx'
import type { ListedRun } from './run-list.ts'
import styles from './runs.module.css'

const rateOf = ({ summary }: ListedRun): Rate | null => summary?.mentionRate ?? null

/** The columns of the table of runs. */
export const RUN_COLUMNS: readonly Column<ListedRun>[] = [
  {
    id: 'started',
    title: 'Started',
    value: ({ startedAt, createdAt }) => startedAt ?? createdAt,
    cell: (run) => <RunLink run={run} />,
  },
  {
    id: 'trigger',
    title: 'By',
    value: ({ trigger }) => trigger.toLowerCase(),
    cell: ({ trigger }) => (trigger === 'SCHEDULE' ? 'schedule' : 'request'),
  },
  {
    id: 'status',
    title: 'State',
    value: ({ status }) => status.toLowerCase(),
    cell: (run) => <State run={run} />,
  },
  {
    id: 'questions',
    title: 'Questions',
    numeric: true,
    value: ({ progress }) => progress.total,
    cell: ({ progress }) => number(progress.total),
  },
  countColumn('answered', 'Answered', ({ summary }) => summary?.resultCounts.ok),
  countColumn('refused', 'Refused', ({ summary }) => summary?.resultCounts.refused),
  countColumn('not_shown', 'Not shown', ({ summary }) => summary?.resultCounts.notShown),
  countColumn('failed', 'Failed', ({ summary, progress }) => summary?.resultCounts.failed ?? progress.failed),
  {
    id: 'mention_rate',
    title: 'Named',
    numeric: true,
    value: (run) => rateValues(rateOf(run)),
    cell: (run) => <RateCell rate={rateOf(run)} />,
  },
  {
    id: 'cost_usd',
    title: 'Cost',
    numeric: true,
    value: ({ costUsd }) => costUsd,
    cell: ({ costUsd }) => dollars(costUsd),
  },
]

/** A run on a narrow screen: when it was, what became of its questions, and in how many answers the brand is named. */
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
        {summary && 'named '}
        <RateCell rate={rateOf(run)} />
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

function countColumn(
  id: string,
  title: string,
  read: (run: ListedRun) => number | undefined,
): Column<ListedRun> {
  return { id, title, numeric: true, value: (run) => read(run) ?? null, cell: (run) => number(read(run)) }
}
