import { Link } from '@tanstack/react-router'
import { dayAndTime, dollars, number } from '../../figures/format.ts'
import { type Rate, RateCell, rateValues } from '../../figures/rate.tsx'
import type { Column } from '../../parts/column.ts'
import { ProgressBar } from '../../progress/progress-bar.tsx'
import { hasEnded, Status } from '../../progress/status.tsx'
import type { ListedRun } from './run-list.ts'

/** The columns of the table of runs. */
export function columnsOf(params: { organizationId: string; projectId: string }): Column<ListedRun>[] {
  const rateOf = ({ summary }: ListedRun): Rate | null => summary?.mentionRate ?? null
  return [
    {
      id: 'started',
      title: 'Started',
      value: ({ startedAt, createdAt }) => startedAt ?? createdAt,
      cell: ({ databaseId, startedAt, createdAt }) => (
        <Link
          to="/organizations/$organizationId/projects/$projectId/runs/$runId"
          params={{ ...params, runId: databaseId }}
        >
          {dayAndTime(startedAt ?? createdAt)}
        </Link>
      ),
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
      cell: ({ status, progress: { total, completed, failed } }) =>
        hasEnded(status) ? (
          <Status status={status} />
        ) : (
          <>
            <Status status={status} />
            <ProgressBar label="Progress" total={total} answered={completed} failed={failed} />
          </>
        ),
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
    countColumn(
      'failed',
      'Failed',
      ({ summary, progress }) => summary?.resultCounts.failed ?? progress.failed,
    ),
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
}

function countColumn(
  id: string,
  title: string,
  read: (run: ListedRun) => number | undefined,
): Column<ListedRun> {
  return { id, title, numeric: true, value: (run) => read(run) ?? null, cell: (run) => number(read(run)) }
}
