import { Link, useParams } from '@tanstack/react-router'
import { TREND_HEIGHT } from '../../charts/trend-chart.tsx'
import { ButtonLink } from '../../components/button-link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { Failed, NothingMatches, Skeleton } from '../../components/states.tsx'
import { dayAndTime } from '../../formatting/format.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { hasEnded } from '../../progress/status.tsx'
import { MissingProviders } from '../../setup/missing-providers.tsx'
import { RunNow } from '../runs/run-now.tsx'
import { RankingPanel, TrendPanel } from './chart-panels.tsx'
import { Figures } from './figures.tsx'
import { Filters } from './filters.tsx'
import { Headline } from './headline.tsx'
import { HeatPanel } from './heat-panel.tsx'
import { LostPrompts } from './lost-prompts.tsx'
import { Moved } from './moved.tsx'
import { NoRun } from './no-run.tsx'
import styles from './overview.module.css'
import { ReliedOn } from './relied-on.tsx'
import { Absence, LiveRun, RunCounts } from './run-state.tsx'
import { type OverviewView, useChangeSearch, useOverview } from './view.ts'

/** The overview page: how often the brand is mentioned, and whether that changed. */
export function Overview() {
  const { displayName } = useProject()
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  const view = useOverview('overview')
  const { latest, loading, point, schedule } = view
  const running = latest !== undefined && !hasEnded(latest.status)
  return (
    <>
      <PageHeader
        title={displayName}
        filters={(loading || point || view.filtered) && <Filters view={view} />}
      >
        {point && (
          <ButtonLink
            to="/organizations/$organizationId/projects/$projectId/report"
            params={params}
            search={view.search}
          >
            Print report
          </ButtonLink>
        )}
        <RunNow />
      </PageHeader>
      {latest && running && <LiveRun run={latest} />}
      {view.point && <MissingProviders />}
      <Content view={view} />
      {schedule?.nextRunAt && (
        <p className={styles.sub}>Next weekly run: {dayAndTime(schedule.nextRunAt)}.</p>
      )}
    </>
  )
}

function Content({ view }: { view: OverviewView }) {
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  const change = useChangeSearch()
  const { point, run, loading, error, retry, latest } = view
  if (error && !point) return <Failed error={error} retry={retry} />
  if (loading) return <Loading />
  if (!point || !run) {
    if (view.search.run !== undefined && view.points.length > 0)
      return (
        <NothingMatches
          what="runs with answers"
          clear={() => change({ run: undefined, against: undefined })}
        />
      )
    return <NoRun latest={latest} />
  }
  if (point.resultCounts.total === 0 && view.filtered)
    return (
      <NothingMatches
        what="answers of this run"
        clear={() => change({ provider: undefined, location: undefined, tag: undefined })}
      />
    )
  const shown = { ...view, point, run }
  return (
    <>
      {run.simulated && (
        <SimulatedNotice>
          <Link to="/organizations/$organizationId/start" params={params}>
            Measure your own brand
          </Link>
        </SimulatedNotice>
      )}
      <Headline view={shown} />
      <Figures view={shown} />
      <div className={styles.grid}>
        <TrendPanel view={shown} />
        <RankingPanel view={shown} />
      </div>
      <Moved view={shown} />
      <HeatPanel view={shown} />
      <div className={styles.grid}>
        <LostPrompts view={shown} />
        <ReliedOn view={shown} />
      </div>
      <div className={styles.grid}>
        <Absence view={shown} />
        <RunCounts view={shown} />
      </div>
    </>
  )
}

/** A placeholder with the final size of the page. */
function Loading() {
  return (
    <>
      <Skeleton height={96} />
      <br />
      <Skeleton height={98} label="" />
      <br />
      <Skeleton height={TREND_HEIGHT + 80} label="" />
    </>
  )
}
