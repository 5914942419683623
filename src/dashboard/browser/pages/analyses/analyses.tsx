import { useNavigate, useSearch } from '@tanstack/react-router'
import { useClient } from 'urql'
import { count } from '../../figures/format.ts'
import { useProject } from '../../frame/project-frame.tsx'
import { useViewer } from '../../frame/viewer.ts'
import { readAll } from '../../graphql/pager.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { Button } from '../../parts/button.tsx'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Select } from '../../parts/select.tsx'
import { SimulatedNotice } from '../../parts/simulated-notice.tsx'
import { Empty, Failed, NothingMatches, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { type AnalysisStatus, STATUS_WORDS } from '../../progress/status.tsx'
import styles from './analyses.module.css'
import { columnsOf } from './analysis-columns.tsx'
import { analysisList } from './analysis-list.ts'
import { Composer, useAnalysisObstacle } from './composer/composer.tsx'
import { ANALYSIS_STATES } from './search.ts'

const HERE = '/organizations/$organizationId/projects/$projectId/analyses'

/** What happens if I ask now? The form of a new analysis, and all that were asked before, the newest first. */
export function Analyses() {
  const { databaseId: projectId } = useProject()
  const { organization } = useViewer()
  const search = useSearch({ from: HERE })
  const navigate = useNavigate({ from: HERE })
  const client = useClient()
  const obstacle = useAnalysisObstacle()
  const { status } = search
  const analyses = usePages({ ...analysisList(projectId, status), key: `${projectId} ${status}` })
  const { nodes, total, ready, error, hasMore, reading, more, retry } = analyses
  const columns = columnsOf({ organizationId: organization.databaseId, projectId })
  const isNone = ready && nodes.length === 0 && status === undefined
  const isWanted = search.compose === true || search.prompt !== undefined || search.again !== undefined
  const composes = isWanted || (isNone && obstacle === undefined)
  return (
    <>
      <PageHeader
        title="One-off analyses"
        lead="Ask something now, without waiting for the weekly run. The answers stand on their own: they are never mixed into trends."
      >
        {!isNone && (
          <Select
            label="State"
            any="any"
            value={status}
            choices={ANALYSIS_STATES.map((value) => ({
              value,
              // The enumeration in lower case.
              label: STATUS_WORDS[value.toUpperCase() as AnalysisStatus],
            }))}
            onChange={(chosen) =>
              navigate({
                search: (old) => ({ ...old, status: ANALYSIS_STATES.find((one) => one === chosen) }),
              })
            }
          />
        )}
        {nodes.length > 0 && (
          <ExportMenu
            load={async () => {
              const rows = await readAll(client, analysisList(projectId, status, 200))
              return { name: 'analyses', columns, rows, simulated: rows.some(({ simulated }) => simulated) }
            }}
          />
        )}
        {!composes && (
          <Button
            kind="primary"
            disabled={obstacle !== undefined}
            title={obstacle}
            onClick={() => navigate({ search: (old) => ({ ...old, compose: true }) })}
          >
            New analysis
          </Button>
        )}
      </PageHeader>
      {composes && (
        <Composer onClose={isNone ? undefined : () => navigate({ search: status ? { status } : {} })} />
      )}
      {nodes.some(({ simulated }) => simulated) && <SimulatedNotice />}
      {error && !ready && <Failed error={error} retry={retry} />}
      {!error && !ready && <Skeleton height={320} />}
      {isNone && (
        <Empty
          title="Nothing was asked so far"
          text={
            obstacle ??
            'Write a prompt above: an analysis asks it of the providers that you choose and reads what the answers say of the brand.'
          }
        />
      )}
      {ready && nodes.length === 0 && status !== undefined && (
        <NothingMatches
          what="analyses"
          clear={() => navigate({ search: (old) => ({ ...old, status: undefined }) })}
        />
      )}
      {nodes.length > 0 && (
        <Table cards caption="One-off analyses" columns={columns} rows={nodes} rowKey={({ id }) => id} />
      )}
      {hasMore && nodes.length > 0 && (
        <p className={styles.more}>
          <Button busy={reading} onClick={more}>
            Show more of {count(total ?? 0, 'analysis', 'analyses')}
          </Button>
        </p>
      )}
    </>
  )
}
