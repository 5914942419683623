import { useNavigate, useSearch } from '@tanstack/react-router'
import { useClient } from 'urql'
import { count, dayAndTime } from '../../figures/format.ts'
import { useProject } from '../../frame/project-frame.tsx'
import { readAll } from '../../graphql/pager.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { Button } from '../../parts/button.tsx'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Select } from '../../parts/select.tsx'
import { SimulatedNotice } from '../../parts/simulated-notice.tsx'
import { Empty, Failed, NothingMatches, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { STATUS_WORDS } from '../../progress/status.tsx'
import { RUN_COLUMNS, RunCard } from './run-columns.tsx'
import { runList } from './run-list.ts'
import { RunNow } from './run-now.tsx'
import { RUN_STATES, RUN_TRIGGERS, type RUNS_SEARCH } from './search.ts'

const HERE = '/organizations/$organizationId/projects/$projectId/runs'

/** Can I trust this run? All runs of the project, the newest first. */
export function Runs() {
  const { databaseId: projectId, schedule } = useProject()
  const search = useSearch({ from: HERE })
  const navigate = useNavigate({ from: HERE })
  const client = useClient()
  const filter = {
    ...(search.status && { status: search.status }),
    ...(search.trigger && { trigger: search.trigger }),
  }
  const runs = usePages({ ...runList(projectId, filter), key: JSON.stringify([projectId, filter]) })
  const show = (change: ReturnType<typeof RUNS_SEARCH>) => navigate({ search: { ...search, ...change } })
  const readTable = async () => {
    const rows = await readAll(client, runList(projectId, filter, 200))
    return { name: 'runs', columns: RUN_COLUMNS, rows, simulated: rows.some((run) => run.simulated) }
  }
  return (
    <>
      <PageHeader
        title="Runs"
        lead={
          schedule.enabled && schedule.nextRunAt
            ? `All active prompts are asked once a week; next on ${dayAndTime(schedule.nextRunAt)}.`
            : 'The weekly run is switched off; it is switched on in the settings.'
        }
        filters={
          <>
            <Select
              label="State"
              any="any"
              value={search.status}
              choices={RUN_STATES.map((status) => ({ value: status, label: STATUS_WORDS[wordOf(status)] }))}
              onChange={(chosen) => show({ status: RUN_STATES.find((status) => status === chosen) })}
            />
            <Select
              label="Started by"
              any="anything"
              value={search.trigger}
              choices={[
                { value: 'schedule', label: 'the schedule' },
                { value: 'manual', label: 'a person or program' },
              ]}
              onChange={(chosen) => show({ trigger: RUN_TRIGGERS.find((trigger) => trigger === chosen) })}
            />
          </>
        }
      >
        <ExportMenu load={readTable} />
        <RunNow />
      </PageHeader>
      {runs.nodes.some((run) => run.simulated) && <SimulatedNotice />}
      {runs.error && !runs.ready && <Failed error={runs.error} retry={runs.retry} />}
      {!runs.error && !runs.ready && <Skeleton height={480} />}
      {runs.ready &&
        runs.nodes.length === 0 &&
        (search.status || search.trigger ? (
          <NothingMatches what="runs" clear={() => navigate({ search: {} })} />
        ) : (
          <Empty
            title="No run yet"
            text="A run asks every active prompt of every provider and reads what the answers say of the brand."
          />
        ))}
      {runs.nodes.length > 0 && (
        <Table
          caption="Runs"
          columns={RUN_COLUMNS}
          rows={runs.nodes}
          rowKey={({ id }) => id}
          cards={(run) => <RunCard run={run} />}
        />
      )}
      {runs.hasMore && runs.nodes.length > 0 && (
        <p>
          <Button busy={runs.reading} onClick={runs.more}>
            Show more of {count(runs.total ?? 0, 'run')}
          </Button>
        </p>
      )}
    </>
  )
}

/** The name of a state in the schema. */
function wordOf(status: (typeof RUN_STATES)[number]): Uppercase<typeof status> {
  // toUpperCase of a literal is the upper-case literal.
  return status.toUpperCase() as Uppercase<typeof status>
}
