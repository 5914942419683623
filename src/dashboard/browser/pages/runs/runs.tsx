import { useNavigate, useSearch } from '@tanstack/react-router'
import { ExportMenu } from '../../components/export-menu.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PagedTable } from '../../components/paged-table.tsx'
import { Select } from '../../components/select.tsx'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { Message, NothingMatches } from '../../components/states.tsx'
import { dayAndTime } from '../../formatting/format.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { STATUS_WORDS } from '../../progress/status.tsx'
import { ContinueSetup } from '../../setup/continue-setup.tsx'
import { MissingProviders } from '../../setup/missing-providers.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { RUN_COLUMNS, RunCard } from './run-columns.tsx'
import { runList } from './run-list.ts'
import { RunNow } from './run-now.tsx'
import { RUN_STATES, RUN_TRIGGERS, type RUNS_SEARCH } from './search.ts'

const HERE = '/organizations/$organizationId/projects/$projectId/runs'

/** All runs of the project, the newest first. */
export function Runs() {
  const { databaseId: projectId, schedule } = useProject()
  const search = useSearch({ from: HERE })
  const navigate = useNavigate({ from: HERE })
  const runs = usePages(runList(projectId, search))
  const show = (change: ReturnType<typeof RUNS_SEARCH>) => navigate({ search: { ...search, ...change } })
  return (
    <>
      <PageHeader
        title="Runs"
        lead={
          schedule.enabled && schedule.nextRunAt
            ? `All active prompts are asked once a week. Next run: ${dayAndTime(schedule.nextRunAt)}.`
            : 'The weekly run is off. You can turn it on in the settings.'
        }
        filters={
          <>
            <Select
              label="Status"
              any="any"
              value={search.status}
              choices={RUN_STATES.map((status) => ({ value: status, label: STATUS_WORDS[wordOf(status)] }))}
              onChange={(chosen) => show({ status: RUN_STATES.find((status) => status === chosen) })}
            />
            <Select
              label="Started by"
              any="any"
              value={search.trigger}
              choices={[
                { value: 'schedule', label: 'schedule' },
                { value: 'manual', label: 'user or API' },
              ]}
              onChange={(chosen) => show({ trigger: RUN_TRIGGERS.find((trigger) => trigger === chosen) })}
            />
          </>
        }
      >
        <ExportMenu
          name="runs"
          columns={RUN_COLUMNS}
          rows={runs.all}
          simulated={({ simulated }) => simulated}
        />
        <DownloadMenu />
        <RunNow />
      </PageHeader>
      {runs.nodes.length > 0 && <MissingProviders />}
      {runs.nodes.some((run) => run.simulated) && <SimulatedNotice />}
      <PagedTable
        caption="Runs"
        columns={RUN_COLUMNS}
        list={runs}
        noun="run"
        cards={(run) => <RunCard run={run} />}
        empty={
          search.status || search.trigger ? (
            <NothingMatches what="runs" clear={() => navigate({ search: {} })} />
          ) : (
            <Message
              title="No runs yet"
              text="A run sends every active prompt to every provider and measures what the answers say about the brand."
            >
              <ContinueSetup step="run" />
            </Message>
          )
        }
      />
    </>
  )
}

/** Returns the enum value of a status parameter. */
function wordOf(status: (typeof RUN_STATES)[number]): Uppercase<typeof status> {
  // `toUpperCase` of a literal is the upper-case literal.
  return status.toUpperCase() as Uppercase<typeof status>
}
