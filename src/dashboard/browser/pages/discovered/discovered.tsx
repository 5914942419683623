import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useClient, useMutation, useQuery } from 'urql'
import { count } from '../../figures/format.ts'
import { isTooFew } from '../../figures/rate.tsx'
import { useProject } from '../../frame/project-frame.tsx'
import { useMay } from '../../frame/viewer.ts'
import { readAll } from '../../graphql/pager.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { Button } from '../../parts/button.tsx'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Select } from '../../parts/select.tsx'
import { SimulatedNotice } from '../../parts/simulated-notice.tsx'
import { ActionError, Empty, Failed, Message, NothingMatches, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useNarrow } from '../../parts/use-narrow.ts'
import { isUnderWay, READ_HISTORY_AGAIN, RereadingProgress } from '../../progress/rereading.tsx'
import { discoveredColumns } from './columns.tsx'
import styles from './discovered.module.css'
import { useDismissal } from './dismissal.tsx'
import { type Brand, brandList, runsOf, STATE } from './documents.ts'
import { leadOf } from './lead.ts'
import type { DiscoveredSearch } from './search.ts'
import { TrackDialog } from './track-dialog.tsx'

const ROUTE = '/organizations/$organizationId/projects/$projectId/discovered'

type Change = (changed: { [Name in keyof DiscoveredSearch]: DiscoveredSearch[Name] | undefined }) => void

/** Who is named that we do not track? */
export function Discovered() {
  const { databaseId } = useProject()
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: ROUTE })
  const [tracked, setTracked] = useState<string | null>(null)
  const { dismiss, notice } = useDismissal()
  const variables = { id: databaseId, runs: runsOf(search) }
  const [{ data, error }, retry] = useQuery({ query: STATE, variables })
  const change: Change = (changed) =>
    // What is undefined is taken out of the address.
    void navigate({ search: (before) => ({ ...before, ...changed }) as DiscoveredSearch, replace: true })
  const project = data?.project
  const ended = (project?.runs?.nodes ?? []).filter(({ finishedAt }) => finishedAt !== null)
  const isSimulated = ended.slice(0, runsOf(search)).some(({ simulated }) => simulated)
  return (
    <>
      <PageHeader title="Discovered brands" filters={<Filters search={search} change={change} />} />
      {isSimulated && <SimulatedNotice />}
      <Rereading tracked={tracked} latest={project?.latestReextraction} />
      {notice}
      {project && ended.length === 0 ? (
        <Empty
          title="No data yet"
          text="After the first run, the brands that answers list or recommend and that you do not track are here."
        />
      ) : project?.discoveredBrands?.searchedAnswers === 0 ? (
        <NotSearched isReading={isUnderWay(project.latestReextraction)} />
      ) : project ? (
        <Brands
          search={search}
          change={change}
          isSimulated={isSimulated}
          onTracked={setTracked}
          dismiss={dismiss}
        />
      ) : error ? (
        <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />
      ) : (
        <Skeleton height={480} label="Loading discovered brands" />
      )}
    </>
  )
}

function Filters({ search, change }: { search: DiscoveredSearch; change: Change }) {
  return (
    <>
      <Select
        label="Brands"
        value={search.state}
        any="listed or recommended"
        choices={[
          { value: 'MENTIONED', label: 'only named' },
          { value: 'DISMISSED', label: 'dismissed' },
        ]}
        onChange={(state) =>
          change({ state: state === 'MENTIONED' || state === 'DISMISSED' ? state : undefined })
        }
      />
      <Select
        label="Answers of"
        value={search.runs}
        any="the latest run"
        choices={[
          { value: '4', label: 'the last 4 runs' },
          { value: '12', label: 'the last 12 runs' },
        ]}
        onChange={(runs) => change({ runs: runs === '4' || runs === '12' ? runs : undefined })}
      />
      <Select
        label="Order"
        value={search.order}
        any="named in most answers"
        choices={[{ value: 'RANK_ASC', label: 'best rank' }]}
        onChange={(order) => change({ order: order === 'RANK_ASC' ? order : undefined })}
      />
    </>
  )
}

/** What became of the brand that was tracked here, and how far the history has been read again. */
function Rereading({
  tracked,
  latest,
}: {
  tracked: string | null
  latest: Parameters<typeof RereadingProgress>[0]['latest']
}) {
  const params = useParams({ from: ROUTE })
  const reading = isUnderWay(latest)
  if (tracked === null && !reading) return null
  return (
    <section className={styles.reading} aria-label="Reading history again">
      {tracked !== null && (
        <p role="status">
          {tracked} is a competitor now.{' '}
          {reading ? (
            'The answers of earlier runs are being read again with it.'
          ) : (
            <Link
              to={`/organizations/$organizationId/projects/$projectId/${latest?.status === 'COMPLETED' ? 'overview' : 'settings'}`}
              params={params}
            >
              {latest?.status === 'COMPLETED' ? 'History has it.' : 'History was not read again.'}
            </Link>
          )}
        </p>
      )}
      {tracked === null && <p>History is being read again; figures here change when it is done.</p>}
      <RereadingProgress latest={latest} />
    </section>
  )
}

/** The answers were read before brands were looked for that nobody tracks. */
function NotSearched({ isReading }: { isReading: boolean }) {
  const { databaseId } = useProject()
  const mayRead = useMay('SETTINGS_WRITE')
  const [{ fetching, error }, read] = useMutation(READ_HISTORY_AGAIN)
  return (
    <Message
      title="These answers were not searched for such brands yet"
      text="They were read by an earlier version. Reading history again finds the brands in them: nothing is asked again, and it costs nothing."
    >
      {!isReading && (
        <Button
          kind="primary"
          busy={fetching}
          disabled={!mayRead}
          onClick={() => read({ projectId: databaseId })}
        >
          Read history again
        </Button>
      )}
      <ActionError error={error} />
    </Message>
  )
}

function Brands({
  search,
  change,
  isSimulated,
  onTracked,
  dismiss,
}: {
  search: DiscoveredSearch
  change: Change
  isSimulated: boolean
  onTracked: (name: string) => void
  dismiss: (name: string, dismissed: boolean) => void
}) {
  const client = useClient()
  const { databaseId, defaultProviders } = useProject()
  const mayTrack = useMay('SETTINGS_WRITE')
  const narrow = useNarrow()
  const [tracking, setTracking] = useState<Brand | null>(null)
  const paged = useMemo(() => brandList(databaseId, search), [databaseId, search])
  const list = usePages({ ...paged, key: JSON.stringify(paged.variables(null)) })
  if (list.error && !list.ready) return <Failed error={list.error} retry={list.retry} />
  if (!list.ready) return <Skeleton height={480} label="Loading discovered brands" />
  if (list.nodes.length === 0 && search.state !== undefined)
    return <NothingMatches what="brands" clear={() => change({ state: undefined })} />
  if (list.nodes.length === 0)
    return (
      <Message
        title="Every brand that these answers list or recommend is tracked"
        text="Brands that are new in later answers are here after their run."
      />
    )
  const shares = list.nodes.map(({ mentionRate }) => mentionRate).filter((rate) => !isTooFew(rate))
  const columns = discoveredColumns({
    narrow,
    top: Math.min(1, Math.max(0.05, ...shares.map(({ high }) => high ?? 0))),
    labels: new Map(defaultProviders.map(({ token, label }) => [token, label])),
    dismissed: search.state === 'DISMISSED',
    ...(mayTrack && { actions: { track: setTracking, dismiss } }),
  })
  return (
    <>
      <div className={styles.lead}>
        <p>{leadOf(list, search)}</p>
        <ExportMenu
          load={async () => ({
            name: 'discovered-brands',
            columns: columns.filter(({ id }) => id !== 'band' && id !== 'track'),
            rows: await readAll(client, paged),
            simulated: isSimulated,
          })}
        />
      </div>
      <Table
        caption="Discovered brands"
        columns={columns}
        rows={list.nodes}
        rowKey={({ id }) => id}
        order={search.order ?? 'ANSWERS_DESC'}
        onOrder={(order) => change({ order: order === 'RANK_ASC' ? order : undefined })}
        cards
      />
      {list.hasMore && (
        <p>
          <Button busy={list.reading} onClick={list.more}>
            Show more of {count(list.total ?? 0, 'brand')}
          </Button>
        </p>
      )}
      {tracking && <TrackDialog brand={tracking} onTracked={onTracked} onClose={() => setTracking(null)} />}
    </>
  )
}
