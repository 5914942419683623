import { Link } from '@tanstack/react-router'
import { rateColumn } from '../../charts/rate.tsx'
import type { Column } from '../../components/column.ts'
import { timeColumn } from '../../components/columns.tsx'
import { count, dollars, number } from '../../formatting/format.ts'
import { ProgressBar } from '../../progress/progress-bar.tsx'
import { hasEnded, Status } from '../../progress/status.tsx'
import styles from './analyses.module.css'
import type { ListedAnalysis } from './analysis-list.ts'

export function columnsOf(params: { organizationId: string; projectId: string }): Column<ListedAnalysis>[] {
  return [
    {
      id: 'asked',
      title: 'Prompts',
      value: ({ databaseId, promptTexts: prompts, providers, locations, replicates }) => ({
        id: databaseId,
        prompts: prompts.join('\n'),
        providers: providers.map(({ token }) => token).join('; '),
        locations: locations.join('; '),
        replicates,
      }),
      cell: ({ databaseId, promptTexts: prompts, providers, locations, replicates }) => (
        <span className={styles.asked}>
          <Link
            to="/organizations/$organizationId/projects/$projectId/analyses/$analysisId"
            params={{ ...params, analysisId: databaseId }}
          >
            {prompts[0]}
          </Link>
          <small>
            {[
              prompts.length > 1 && `and ${count(prompts.length - 1, 'more prompt', 'more prompts')}`,
              providers.length > 2
                ? count(providers.length, 'provider')
                : providers.map(({ label }) => label).join(', '),
              locations.length > 4 ? count(locations.length, 'country', 'countries') : locations.join(', '),
              replicates > 1 && `${number(replicates)} times`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
      ),
    },
    timeColumn('started', 'Started', ({ startedAt, createdAt }) => startedAt ?? createdAt),
    {
      id: 'status',
      title: 'Status',
      value: ({ status }) => status.toLowerCase(),
      cell: ({ status, progress: { total, completed, failed } }) => (
        <>
          <Status status={status} />
          {!hasEnded(status) && (
            <ProgressBar label="Progress" total={total} answered={completed} failed={failed} />
          )}
        </>
      ),
    },
    {
      id: 'questions',
      title: 'Answered',
      numeric: true,
      value: ({ progress: { total, completed, failed } }) => ({ total, answered: completed, failed }),
      cell: ({ progress: { total, completed } }) => `${number(completed)} of ${number(total)}`,
    },
    rateColumn('mention_rate', 'Mentioned', ({ summary }) => summary?.mentionRate),
    {
      id: 'credits',
      title: 'Credits',
      numeric: true,
      value: ({ credits }) => ({ ...credits }),
      cell: ({ status, credits: { reserved, charged, refunded } }) => (
        <span className={styles.figure}>
          {hasEnded(status) ? number(charged) : `${number(reserved)} reserved`}
          {refunded > 0 && <small>{number(refunded)} refunded</small>}
        </span>
      ),
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
