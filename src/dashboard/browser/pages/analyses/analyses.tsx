import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../../components/button.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PagedTable } from '../../components/paged-table.tsx'
import { Select } from '../../components/select.tsx'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { Message, NothingMatches } from '../../components/states.tsx'
import { usePages } from '../../graphql/use-pages.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { useViewer } from '../../layout/viewer.ts'
import { type AnalysisStatus, STATUS_WORDS } from '../../progress/status.tsx'
import { columnsOf } from './analysis-columns.tsx'
import { analysisList } from './analysis-list.ts'
import { Composer, useAnalysisObstacle } from './composer/composer.tsx'
import { ANALYSIS_STATES } from './search.ts'

const HERE = '/organizations/$organizationId/projects/$projectId/analyses'

/** Lists all one-off analyses, the newest first, and starts new ones. */
export function Analyses() {
  const { databaseId: projectId } = useProject()
  const { organization } = useViewer()
  const search = useSearch({ from: HERE })
  const navigate = useNavigate({ from: HERE })
  const obstacle = useAnalysisObstacle()
  const { status } = search
  const list = usePages(analysisList(projectId, status))
  const { nodes, ready } = list
  const columns = columnsOf({ organizationId: organization.databaseId, projectId })
  const isNone = ready && nodes.length === 0 && status === undefined
  const isWanted = search.compose === true || search.prompt !== undefined || search.again !== undefined
  const composes = isWanted || (isNone && obstacle === undefined)
  return (
    <>
      <PageHeader
        title="One-off analyses"
        lead="Ask a question now, without waiting for the weekly run. The answers are kept separate and never affect trends."
      >
        {!isNone && (
          <Select
            label="Status"
            any="any"
            value={status}
            choices={ANALYSIS_STATES.map((value) => ({
              value,
              // The enum values in lower case.
              label: STATUS_WORDS[value.toUpperCase() as AnalysisStatus],
            }))}
            onChange={(chosen) =>
              navigate({
                search: (old) => ({ ...old, status: ANALYSIS_STATES.find((state) => state === chosen) }),
              })
            }
          />
        )}
        {nodes.length > 0 && (
          <ExportMenu
            name="analyses"
            columns={columns}
            rows={list.all}
            simulated={({ simulated }) => simulated}
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
      <PagedTable
        cards
        caption="One-off analyses"
        columns={columns}
        list={list}
        noun="analysis"
        plural="analyses"
        empty={
          isNone ? (
            <Message
              title="No analyses yet"
              text={
                obstacle ??
                'Write a prompt above. An analysis sends it to the providers you choose and measures what the answers say about the brand.'
              }
            />
          ) : (
            <NothingMatches
              what="analyses"
              clear={() => navigate({ search: (old) => ({ ...old, status: undefined }) })}
            />
          )
        }
      />
    </>
  )
}
