import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useQuery } from 'urql'
import { PageHeader } from '../../components/page-header.tsx'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { Message, Pending } from '../../components/states.tsx'
import tabs from '../../components/tabs.module.css'
import { useProject } from '../../layout/project-frame.tsx'
import { ContinueSetup } from '../../setup/continue-setup.tsx'
import { RUNS } from './documents.ts'
import { Filters } from './filters.tsx'
import { PageTable } from './page-table.tsx'
import type { ChangeSources } from './search.ts'
import { SourceTable } from './source-table.tsx'
import styles from './sources.module.css'
import { SourcesLink } from './sources-link.tsx'

const ROUTE = '/organizations/$organizationId/projects/$projectId/sources'

/** Search parameters that do not apply to the other list. */
const OTHER_LIST = { q: undefined, domain: undefined }

/** The sources page: sites and pages that answers cite or list. */
export function Sources() {
  const { databaseId, defaultProviders } = useProject()
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: ROUTE })
  const [{ data, error }, retry] = useQuery({ query: RUNS, variables: { id: databaseId } })
  const runs = (data?.project?.runs?.nodes ?? []).filter(({ finishedAt }) => finishedAt !== null)
  const run = search.run === undefined ? runs[0] : runs.find(({ databaseId: id }) => id === search.run)
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
      <nav className={tabs.tabs} aria-label="Sites or pages">
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
      ) : !data ? (
        <Pending error={error} retry={retry} height={480} label="Loading sources" />
      ) : (
        <Message
          title={search.run === undefined ? 'No data yet' : 'Run not found'}
          text="After the first run, this page shows the sites that answers cite and list."
        >
          {search.run === undefined && <ContinueSetup step="run" />}
        </Message>
      )}
    </div>
  )
}
