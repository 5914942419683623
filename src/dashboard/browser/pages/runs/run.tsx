import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useQuery, useSubscription } from 'urql'
import { dayAndTime, dollars, percent, percentRange } from '../../figures/format.ts'
import { RATE } from '../../figures/rate.tsx'
import { AnswersLink, type AnswersSearch } from '../../frame/answers-link.tsx'
import { useProject } from '../../frame/project-frame.tsx'
import { useViewer } from '../../frame/viewer.ts'
import { graphql } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { PageHeader, Section } from '../../parts/page-header.tsx'
import { SimulatedNotice } from '../../parts/simulated-notice.tsx'
import { Failed, Skeleton } from '../../parts/states.tsx'
import { Outcomes } from '../../progress/outcomes.tsx'
import { ProgressBar } from '../../progress/progress-bar.tsx'
import { PROVIDER_PROGRESS, ProviderTable } from '../../progress/provider-table.tsx'
import { hasEnded, PROGRESS, Status } from '../../progress/status.tsx'
import { CancelRun } from './cancel-run.tsx'
import styles from './run.module.css'
import { RunChanges } from './run-changes.tsx'

const RUN = graphql(
  `
    query Run($id: ID!) {
      run(id: $id) {
        ...AnalysisProgress
        ...ProviderProgressRows
        databaseId
        trigger
        createdAt
        costUsd
        simulated
        extractionVersion
        prompts
        summary {
          mentionRate {
            ...RateFigure
          }
        }
        previousRun {
          id
          databaseId
          finishedAt
          prompts
          ...ProviderProgressRows
        }
      }
    }
  `,
  [PROGRESS, PROVIDER_PROGRESS, RATE],
)

const LIVE = graphql(
  `
    subscription RunProgress($runId: ID!) {
      runProgress(runId: $runId) {
        ...AnalysisProgress
        ...ProviderProgressRows
        costUsd
      }
    }
  `,
  [PROGRESS, PROVIDER_PROGRESS],
)

/** One run: how far it is, what became of its questions, and what it was asked with. */
export function Run() {
  const { runId } = useParams({ from: '/organizations/$organizationId/projects/$projectId/runs/$runId' })
  const { databaseId: projectId } = useProject()
  const { organization } = useViewer()
  const [{ data, error }, retry] = useQuery({ query: RUN, variables: { id: runId } })
  const run = data?.run ?? null
  const isLive = run !== null && !hasEnded(run.status)
  useSubscription({ query: LIVE, variables: { runId }, pause: !isLive })
  const params = { organizationId: organization.databaseId, projectId }

  if (!run) {
    const isMissing = problemOf(error)?.code === 'NOT_FOUND'
    if (error && !isMissing)
      return <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />
    if (!data && !isMissing) return <Skeleton height={480} />
    return (
      <>
        <PageHeader title="There is no such run" lead="The address is wrong, or the run was deleted." />
        <Link to="/organizations/$organizationId/projects/$projectId/runs" params={params}>
          All runs
        </Link>
      </>
    )
  }
  const { progress, summary } = run
  const rows = run.providerProgress ?? []
  const sum = (part: 'ok' | 'refused' | 'notShown' | 'failed') =>
    rows.reduce((total, row) => total + row[part], 0)
  const open = (search: AnswersSearch, content: ReactNode) => (
    <AnswersLink search={{ run: run.databaseId, ...search }}>{content}</AnswersLink>
  )
  return (
    <>
      <PageHeader title={`Run of ${dayAndTime(run.startedAt ?? run.createdAt)}`}>
        {isLive && (
          <CancelRun
            runId={run.databaseId}
            remaining={progress.total - progress.completed - progress.failed}
          />
        )}
        {hasEnded(run.status) && (
          <>
            <ButtonLink
              to="/organizations/$organizationId/projects/$projectId/overview"
              params={params}
              search={{ run: run.databaseId }}
            >
              Figures
            </ButtonLink>
            <ButtonLink
              to="/organizations/$organizationId/projects/$projectId/answers"
              params={params}
              search={{ run: run.databaseId }}
            >
              Answers
            </ButtonLink>
          </>
        )}
      </PageHeader>
      {run.simulated && <SimulatedNotice />}
      <p className={styles.state} role="status">
        <Status status={run.status} />
        <span>
          {progress.completed + progress.failed} of {progress.total} questions done
        </span>
      </p>
      <ProgressBar
        label="Progress of the run"
        total={progress.total}
        answered={sum('ok')}
        refused={sum('refused')}
        notShown={sum('notShown')}
        failed={sum('failed')}
      />
      <Outcomes rows={rows} open={open} />
      <dl className={styles.facts}>
        <Fact
          name="Started by"
          value={run.trigger === 'SCHEDULE' ? 'the weekly schedule' : 'a person or program'}
        />
        <Fact name="Started" value={dayAndTime(run.startedAt)} />
        <Fact name="Ended" value={dayAndTime(run.finishedAt)} />
        <Fact name="Cost at the providers" value={dollars(run.costUsd)} />
        {summary && (
          <Fact
            name="Named"
            value={`${percent(summary.mentionRate.value)} (${percentRange(summary.mentionRate.low, summary.mentionRate.high)}), ${summary.mentionRate.numerator} of ${summary.mentionRate.denominator}`}
          />
        )}
        {run.extractionVersion !== null && (
          <Fact name="Read by" value={`rules, version ${run.extractionVersion}`} />
        )}
      </dl>
      <Section
        title="What became of the questions"
        note="A refusal is an answer without the brand; not shown and failed are left out of all shares."
      >
        <ProviderTable rows={rows} open={open} />
      </Section>
      {run.previousRun && (
        <RunChanges
          now={{ prompts: run.prompts, providers: rows }}
          before={{ prompts: run.previousRun.prompts, providers: run.previousRun.providerProgress ?? [] }}
          since={run.previousRun.finishedAt}
        />
      )}
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
