import { METRIC_DESCRIPTIONS } from 'virtual:schema'
import { useParams } from '@tanstack/react-router'
import { ENTITY_METRICS } from '../../charts/entity-metrics.ts'
import { Button } from '../../components/button.tsx'
import { ButtonLink } from '../../components/button-link.tsx'
import { PageHeader, Section } from '../../components/page-header.tsx'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { Failed, Skeleton } from '../../components/states.tsx'
import { day, dayAndTime } from '../../formatting/format.ts'
import { locationName } from '../../formatting/location.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { RankingPanel, TrendPanel } from './chart-panels.tsx'
import { Figures } from './figures.tsx'
import { Headline } from './headline.tsx'
import { HeatPanel } from './heat-panel.tsx'
import { LostPrompts } from './lost-prompts.tsx'
import { Moved } from './moved.tsx'
import { NoRun } from './no-run.tsx'
import { ReliedOn } from './relied-on.tsx'
import styles from './report.module.css'
import { Absence, RunCounts } from './run-state.tsx'
import { type Shown, useOverview } from './view.ts'

/** A printable report of a run: the content of the overview plus explanations of the metrics. */
export function Report() {
  const { displayName } = useProject()
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  const view = useOverview('report')
  const { point, run, loading, error, retry, latest } = view
  return (
    <article className={styles.report} data-simulated={run?.simulated || undefined}>
      <PageHeader
        title={point ? `${displayName}: run of ${day(point.completedAt)}` : `${displayName}: report`}
      >
        <span className={styles.screen}>
          <ButtonLink
            to="/organizations/$organizationId/projects/$projectId/overview"
            params={params}
            search={view.search}
          >
            Back to overview
          </ButtonLink>
        </span>
        <Button kind="primary" disabled={!point} onClick={() => window.print()}>
          Print
        </Button>
      </PageHeader>
      {error && !point ? (
        <Failed error={error} retry={retry} />
      ) : loading ? (
        <Skeleton height={800} />
      ) : point && run ? (
        <Pages view={{ ...view, point, run }} />
      ) : (
        <NoRun latest={latest} />
      )}
    </article>
  )
}

function Pages({ view }: { view: Shown }) {
  const { point, run, previous, search, parts } = view
  const provider = parts?.providers.find(({ token }) => token === search.provider)?.label ?? search.provider
  const facts = [
    `Finished ${dayAndTime(point.completedAt)}`,
    previous && `compared with the run of ${day(previous.completedAt)}`,
    provider && `only ${provider}`,
    search.location && `only ${locationName(search.location)}`,
    search.tag && `only prompts tagged “${search.tag}”`,
  ].filter(Boolean)
  return (
    <>
      <p className={styles.facts}>{facts.join(' · ')}</p>
      {run.simulated && (
        <>
          <SimulatedNotice />
          <p className={styles.watermark} aria-hidden="true">
            SIMULATED
          </p>
        </>
      )}
      <Headline view={view} />
      <Figures view={view} />
      <TrendPanel view={view} choosable={false} />
      <RankingPanel view={view} />
      <Moved view={view} />
      <HeatPanel view={view} />
      <LostPrompts view={view} />
      <ReliedOn view={view} />
      <Absence view={view} />
      <RunCounts view={view} />
      <Section title="What the metrics mean">
        <dl className={styles.meanings}>
          {ENTITY_METRICS.filter(({ explained }) => explained).map(({ id, title }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd>{METRIC_DESCRIPTIONS[id]}</dd>
            </div>
          ))}
          <div>
            <dt>Intervals and verdicts</dt>
            <dd>
              Ranges are 95 % confidence intervals over the prompts. “Moved” means that chance alone is
              unlikely to explain the difference. “Within noise” does not mean that nothing changed.
            </dd>
          </div>
        </dl>
      </Section>
    </>
  )
}
