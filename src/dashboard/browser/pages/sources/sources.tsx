import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useQuery } from 'urql'
import { useProject } from '../../frame/project-frame.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { SimulatedNotice } from '../../parts/simulated-notice.tsx'
import { Empty, Failed, Skeleton } from '../../parts/states.tsx'
import { RUNS } from './documents.ts'
import { Filters } from './filters.tsx'
import type { SourcesSearch } from './search.ts'
import { SourceTable } from './source-table.tsx'
import styles from './sources.module.css'

const ROUTE = '/organizations/$organizationId/projects/$projectId/sources'

/** Whom do the assistants rely on? */
export function Sources() {
  const { databaseId, defaultProviders } = useProject()
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: ROUTE })
  const [{ data, error }, retry] = useQuery({ query: RUNS, variables: { id: databaseId } })
  const runs = (data?.project?.runs?.nodes ?? []).filter(({ finishedAt }) => finishedAt !== null)
  const run = search.run === undefined ? runs[0] : runs.find((one) => one.databaseId === search.run)
  const change = useCallback(
    (changed: { [Name in keyof SourcesSearch]: SourcesSearch[Name] | undefined }) =>
      void navigate({ search: (before) => ({ ...before, ...changed }), replace: true }),
    [navigate],
  )
  return (
    <div data-width="full" className={styles.layout}>
      <PageHeader title="Sources">
        <Filters search={search} runs={runs} run={run} providers={defaultProviders} change={change} />
      </PageHeader>
      {run?.simulated && <SimulatedNotice />}
      {run ? (
        <SourceTable run={run} search={search} change={change} />
      ) : error && !data ? (
        <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />
      ) : !data ? (
        <Skeleton height={480} label="Loading sources" />
      ) : (
        <Empty
          title={search.run === undefined ? 'No data yet' : 'There is no such run'}
          text="After the first run, the sites that answers cite and list are here."
        />
      )}
    </div>
  )
}
