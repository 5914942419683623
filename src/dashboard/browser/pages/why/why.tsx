import { useNavigate, useSearch } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { ExportMenu } from '../../components/export-menu.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Select } from '../../components/select.tsx'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { Message, Pending } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { useProject } from '../../layout/project-frame.tsx'
import { ContinueSetup } from '../../setup/continue-setup.tsx'
import { type WhyRow, whyColumns } from './columns.tsx'
import { type RunThemes, THEMES } from './documents.ts'
import styles from './why.module.css'

const ROUTE = '/organizations/$organizationId/projects/$projectId/why'

/** The page with what answers praise and criticize about the brand and its competitors. */
export function Why() {
  const { databaseId, defaultProviders } = useProject()
  const { provider } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: ROUTE })
  const variables = { id: databaseId, provider: provider ?? null }
  const [{ data, error }, retry] = useQuery({ query: THEMES, variables })
  const themes = data?.project?.runThemes
  const filter = (
    <Select
      label="Provider"
      value={provider}
      any="all"
      choices={defaultProviders.map(({ token, label }) => ({ value: token, label }))}
      onChange={(value) => void navigate({ search: value ? { provider: value } : {}, replace: true })}
    />
  )
  return (
    <>
      <PageHeader title="Why" filters={filter} />
      {themes?.run?.simulated && <SimulatedNotice />}
      {!themes ? (
        <Pending error={error} retry={retry} height={480} label="Loading themes" />
      ) : themes.run ? (
        <Themes themes={themes} runId={themes.run.databaseId} />
      ) : (
        <Message
          title="No data yet"
          text="After the first run, this page shows what answers praise and criticize about you and your competitors."
        >
          <ContinueSetup step="run" />
        </Message>
      )}
    </>
  )
}

function Themes({ themes: { run, brands }, runId }: { themes: RunThemes; runId: string }) {
  const [brand, ...competitors] = brands
  const rows = (brand?.themes ?? []).map(
    (theme, index): WhyRow => ({
      theme,
      others: competitors.flatMap(({ name, themes }) => {
        const same = themes[index]
        return same ? [{ name, theme: same }] : []
      }),
    }),
  )
  if (!brand || rows.length === 0)
    return (
      <Message
        title="No themes found"
        text="The answers of the latest run do not praise or criticize the brand or its competitors. Answers from before themes existed have none until you re-analyze past answers in the settings."
      />
    )
  const columns = whyColumns(runId)
  return (
    <>
      <div className={styles.lead}>
        <p>
          What {brand.mentioningAnswers} answers of the latest run say about {brand.name}. Shares are of the
          answers that mention the brand. Verdicts account for all themes together.
        </p>
        <ExportMenu name="themes" columns={columns} rows={rows} simulated={run?.simulated ?? false} />
      </div>
      <Table caption="Themes" columns={columns} rows={rows} rowKey={({ theme }) => theme.theme} cards />
    </>
  )
}
