import { useNavigate, useSearch } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { Button } from '../../components/button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import cards from '../../components/quote-cards.module.css'
import { Select } from '../../components/select.tsx'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { Message, NothingMatches, Pending } from '../../components/states.tsx'
import { count } from '../../formatting/format.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { useMay } from '../../layout/viewer.ts'
import { ContinueSetup } from '../../setup/continue-setup.tsx'
import { OpportunityCard } from './card.tsx'
import { ASSIGNEES, opportunityList } from './documents.ts'
import { OPPORTUNITIES_SEARCH, type OpportunitiesSearch } from './search.ts'
import { useUpdate } from './use-update.tsx'
import { KIND_LABELS } from './words.ts'

const ROUTE = '/organizations/$organizationId/projects/$projectId/opportunities'

type Change = (
  changed: { [Name in keyof OpportunitiesSearch]: OpportunitiesSearch[Name] | undefined },
) => void

/** The page “What to do next”: opportunities with their evidence, status and outcome. */
export function Opportunities() {
  const { latestRun } = useProject()
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: ROUTE })
  const change: Change = (changed) =>
    // Undefined values are removed from the URL.
    void navigate({ search: (before) => ({ ...before, ...changed }) as OpportunitiesSearch, replace: true })
  return (
    <>
      <PageHeader
        title="What to do next"
        lead="Where you can gain mentions, largest realistic gain first, from the answers of the latest run."
        filters={<Filters search={search} change={change} />}
      />
      {latestRun?.simulated && <SimulatedNotice />}
      <List search={search} change={change} />
    </>
  )
}

function Filters({ search, change }: { search: OpportunitiesSearch; change: Change }) {
  const kinds = Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }))
  return (
    <>
      <Select
        label="Status"
        value={search.status}
        any="open"
        choices={[
          { value: 'DONE', label: 'done' },
          { value: 'IGNORED', label: 'ignored' },
        ]}
        onChange={(status) => change({ status: OPPORTUNITIES_SEARCH({ status }).status })}
      />
      <Select
        label="About"
        value={search.kind}
        any="everything"
        choices={kinds}
        onChange={(kind) => change({ kind: OPPORTUNITIES_SEARCH({ kind }).kind })}
      />
    </>
  )
}

function List({ search, change }: { search: OpportunitiesSearch; change: Change }) {
  const { databaseId, defaultProviders } = useProject()
  const mayChange = useMay('SETTINGS_WRITE')
  const [{ data }] = useQuery({ query: ASSIGNEES })
  const list = usePages(opportunityList(databaseId, search))
  const { update, setStatus, notice } = useUpdate()
  const labels = new Map(defaultProviders.map(({ token, label }) => [token, label]))
  const members = data?.viewer.organization.members?.nodes ?? []
  const assignees = members.map(({ databaseId, name, email }) => ({
    value: databaseId,
    label: name || email,
  }))
  if (!list.ready)
    return <Pending error={list.error} retry={list.retry} height={480} label="Loading opportunities" />
  return (
    <>
      {notice}
      {list.nodes.length === 0 && <Empty search={search} change={change} />}
      <ol className={cards.list}>
        {list.nodes.map((opportunity) => (
          <li key={opportunity.id}>
            <OpportunityCard
              opportunity={opportunity}
              label={labels.get(opportunity.subject) ?? opportunity.subject}
              actions={mayChange ? { update, setStatus, assignees } : undefined}
            />
          </li>
        ))}
      </ol>
      {list.hasMore && (
        <Button busy={list.reading} onClick={list.more}>
          Show more of {count(list.total ?? 0, 'opportunity', 'opportunities')}
        </Button>
      )}
    </>
  )
}

function Empty({ search, change }: { search: OpportunitiesSearch; change: Change }) {
  const { latestRun } = useProject()
  if (!latestRun)
    return (
      <Message
        title="No data yet"
        text="After the first run, this page lists where answers name competitors and not you."
      >
        <ContinueSetup step="run" />
      </Message>
    )
  if (search.status !== undefined || search.kind !== undefined)
    return (
      <NothingMatches what="opportunities" clear={() => change({ status: undefined, kind: undefined })} />
    )
  return (
    <Message
      title="The answers support no advice"
      text="Either answers already name you, or there are too few answers and prompts to tell a gap from chance. More prompts and more answers per prompt show smaller gaps."
    />
  )
}
