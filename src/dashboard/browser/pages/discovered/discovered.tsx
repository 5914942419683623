import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { isTooFew } from '../../charts/rate.tsx'
import { Button } from '../../components/button.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PagedTable } from '../../components/paged-table.tsx'
import { Select } from '../../components/select.tsx'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { ActionError, Message, NothingMatches, Pending } from '../../components/states.tsx'
import { useNarrow } from '../../components/use-narrow.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { useMay } from '../../layout/viewer.ts'
import {
  isReextracting,
  REEXTRACT_PROJECT,
  ReextractionProgress,
} from '../../progress/reextraction-progress.tsx'
import { ContinueSetup } from '../../setup/continue-setup.tsx'
import { discoveredColumns } from './columns.tsx'
import styles from './discovered.module.css'
import { useDismissal } from './dismissal.tsx'
import { type Brand, brandList, runsOf, STATE } from './documents.ts'
import { leadOf } from './lead.ts'
import type { DiscoveredSearch } from './search.ts'
import { TrackDialog } from './track-dialog.tsx'

const ROUTE = '/organizations/$organizationId/projects/$projectId/discovered'

type Change = (changed: { [Name in keyof DiscoveredSearch]: DiscoveredSearch[Name] | undefined }) => void

/** The discovered brands page: brands in the answers that are not tracked. */
export function Discovered() {
  const { databaseId } = useProject()
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: ROUTE })
  const [tracked, setTracked] = useState<string | null>(null)
  const { dismiss, notice } = useDismissal()
  const variables = { id: databaseId, runs: runsOf(search) }
  const [{ data, error }, retry] = useQuery({ query: STATE, variables })
  const change: Change = (changed) =>
    // Undefined values are removed from the URL.
    void navigate({ search: (before) => ({ ...before, ...changed }) as DiscoveredSearch, replace: true })
  const project = data?.project
  const ended = (project?.runs?.nodes ?? []).filter(({ finishedAt }) => finishedAt !== null)
  const isSimulated = ended.slice(0, runsOf(search)).some(({ simulated }) => simulated)
  return (
    <>
      <PageHeader title="Discovered brands" filters={<Filters search={search} change={change} />} />
      {isSimulated && <SimulatedNotice />}
      <Reextraction tracked={tracked} latest={project?.latestReextraction} />
      {notice}
      {project && ended.length === 0 ? (
        <Message
          title="No data yet"
          text="After the first run, this page lists brands that answers list or recommend and that you do not track."
        >
          <ContinueSetup step="run" />
        </Message>
      ) : project?.discoveredBrands?.searchedAnswers === 0 ? (
        <NotSearched isReading={isReextracting(project.latestReextraction)} />
      ) : project ? (
        <Brands
          search={search}
          change={change}
          isSimulated={isSimulated}
          onTracked={setTracked}
          dismiss={dismiss}
        />
      ) : (
        <Pending error={error} retry={retry} height={480} label="Loading discovered brands" />
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
          { value: 'MENTIONED', label: 'mentioned only' },
          { value: 'DISMISSED', label: 'dismissed' },
        ]}
        onChange={(state) =>
          change({ state: state === 'MENTIONED' || state === 'DISMISSED' ? state : undefined })
        }
      />
      <Select
        label="Answers from"
        value={search.runs}
        any="latest run"
        choices={[
          { value: '4', label: 'last 4 runs' },
          { value: '12', label: 'last 12 runs' },
        ]}
        onChange={(runs) => change({ runs: runs === '4' || runs === '12' ? runs : undefined })}
      />
      <Select
        label="Sort by"
        value={search.order}
        any="most mentions"
        choices={[{ value: 'RANK_ASC', label: 'best rank' }]}
        onChange={(order) => change({ order: order === 'RANK_ASC' ? order : undefined })}
      />
    </>
  )
}

/** Confirms a newly tracked brand and shows the progress of re-analyzing past answers. */
function Reextraction({
  tracked,
  latest,
}: {
  tracked: string | null
  latest: Parameters<typeof ReextractionProgress>[0]['latest']
}) {
  const params = useParams({ from: ROUTE })
  const reading = isReextracting(latest)
  if (tracked === null && !reading) return null
  return (
    <section className={styles.reading} aria-label="Re-analysis of past answers">
      {tracked !== null && (
        <p role="status">
          {tracked} is now a competitor.{' '}
          {reading ? (
            'Past answers are being re-analyzed to include it.'
          ) : (
            <Link
              to={`/organizations/$organizationId/projects/$projectId/${latest?.status === 'COMPLETED' ? 'overview' : 'settings'}`}
              params={params}
            >
              {latest?.status === 'COMPLETED'
                ? 'Past answers now include it.'
                : 'Past answers were not re-analyzed.'}
            </Link>
          )}
        </p>
      )}
      {tracked === null && (
        <p>Past answers are being re-analyzed. The numbers on this page change when it is done.</p>
      )}
      <ReextractionProgress latest={latest} />
    </section>
  )
}

/** Shown if the answers were analyzed by a version that did not look for untracked brands yet. */
function NotSearched({ isReading }: { isReading: boolean }) {
  const { databaseId } = useProject()
  const mayRead = useMay('SETTINGS_WRITE')
  const [{ fetching, error }, read] = useMutation(REEXTRACT_PROJECT)
  return (
    <Message
      title="These answers have not been searched for new brands yet"
      text="They were analyzed by an earlier version. Re-analyzing past answers finds the brands in them. No provider is asked again, and it is free."
    >
      {!isReading && (
        <Button
          kind="primary"
          busy={fetching}
          disabled={!mayRead}
          onClick={() => read({ projectId: databaseId })}
        >
          Re-analyze past answers
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
  const { databaseId, defaultProviders } = useProject()
  const mayTrack = useMay('SETTINGS_WRITE')
  const narrow = useNarrow()
  const [tracking, setTracking] = useState<Brand | null>(null)
  const list = usePages(brandList(databaseId, search))
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
      {list.nodes.length > 0 && (
        <div className={styles.lead}>
          <p>{leadOf(list, search)}</p>
          <ExportMenu name="discovered-brands" columns={columns} rows={list.all} simulated={isSimulated} />
        </div>
      )}
      <PagedTable
        caption="Discovered brands"
        list={list}
        noun="brand"
        columns={columns}
        order={search.order ?? 'ANSWERS_DESC'}
        onOrder={(order) => change({ order: order === 'RANK_ASC' ? order : undefined })}
        cards
        empty={
          search.state === undefined ? (
            <Message
              title="You track every brand that these answers list or recommend"
              text="New brands in later answers appear here after their run."
            />
          ) : (
            <NothingMatches what="brands" clear={() => change({ state: undefined })} />
          )
        }
      />
      {tracking && <TrackDialog brand={tracking} onTracked={onTracked} onClose={() => setTracking(null)} />}
    </>
  )
}
