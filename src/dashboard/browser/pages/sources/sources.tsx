import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useQuery } from 'urql'
import { useProject } from '../../frame/project-frame.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { SimulatedNotice } from '../../parts/simulated-notice.tsx'
import { Empty, Failed, Skeleton } from '../../parts/states.tsx'
import tabs from '../../parts/tabs.module.css'
import { RUNS } from './documents.ts'
import { Filters } from './filters.tsx'
import { PageTable } from './page-table.tsx'
import type { ChangeSources } from './search.ts'
import { SourceTable } from './source-table.tsx'
import styles from './sources.module.css'
import { SourcesLink } from './sources-link.tsx'

const ROUTE = '/organizations/$organizationId/projects/$projectId/sources'

/** What does not mean the same in the other list. */
const OTHER_LIST = { q: undefined, domain: undefined }

/** Whom do the assistants rely on? */
export function Sources() {
  const { databaseId, defaultProviders } = useProject()
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: ROUTE })
  const [{ data, error }, retry] = useQuery({ query: RUNS, variables: { id: databaseId } })
  const runs = (data?.project?.runs?.nodes ?? []).filter(({ finishedAt }) => finishedAt !== null)
  const run = search.run === undefined ? runs[0] : runs.find((one) => one.databaseId === search.run)
  const change = useCallback<ChangeSources>(
    (changed) => void navigate({ search: (before) => ({ ...before, ...changed }), replace: true }),
    [navigate],
  )
  const Table = search.view === 'pages' ? PageTable : SourceTable
  return (
    <div data-width="full" className={styles.layout}>
      <PageHeader
        title="Sources"
        filters={
          <Filters search={search} runs={runs} run={run} providers={defaultProviders} change={change} />
        }
      />
      <nav className={tabs.tabs} aria-label="What is listed">
        <SourcesLink search={search.view ? { ...search, ...OTHER_LIST, view: undefined } : search}>
          Sites
        </SourcesLink>
        <SourcesLink search={search.view ? search : { ...search, ...OTHER_LIST, view: 'pages' }}>
          Pages
        </SourcesLink>
      </nav>
      {run?.simulated && <SimulatedNotice />}
      {run ? (
        <Table run={run} search={search} change={change} />
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
