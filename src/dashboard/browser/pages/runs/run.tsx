import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useQuery, useSubscription } from 'urql'
import { RATE } from '../../charts/rate.tsx'
import { ButtonLink } from '../../components/button-link.tsx'
import { Facts } from '../../components/facts.tsx'
import { PageHeader, Section } from '../../components/page-header.tsx'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { Pending } from '../../components/states.tsx'
import { dayAndTime, dollars, percent, percentRange } from '../../formatting/format.ts'
import { graphql } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { AnswersLink, type AnswersSearch } from '../../layout/answers-link.tsx'
import { useProject } from '../../layout/project-frame.tsx'
import { useViewer } from '../../layout/viewer.ts'
import { Outcomes } from '../../progress/outcomes.tsx'
import { PROVIDER_PROGRESS, ProviderTable } from '../../progress/provider-table.tsx'
import { QuestionProgress } from '../../progress/question-progress.tsx'
import { hasEnded, PROGRESS } from '../../progress/status.tsx'
import { CancelRun } from './cancel-run.tsx'
import { DownloadMenu } from './download-menu.tsx'
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
        promptTexts
        summary {
          mentionRate {
            ...RateFigure
          }
        }
        previousRun {
          id
          databaseId
          finishedAt
          promptTexts
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

/** A run: its progress, the outcomes of its questions, and its settings. */
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
    if (!data && !isMissing) return <Pending error={error} retry={retry} height={480} />
    return (
      <>
        <PageHeader title="Run not found" lead="The address is wrong, or the run was deleted." />
        <Link to="/organizations/$organizationId/projects/$projectId/runs" params={params}>
          All runs
        </Link>
      </>
    )
  }
  const { progress, summary } = run
  const rate = summary?.mentionRate
  const rows = run.providerProgress ?? []
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
              Results
            </ButtonLink>
            <ButtonLink
              to="/organizations/$organizationId/projects/$projectId/answers"
              params={params}
              search={{ run: run.databaseId }}
            >
              Answers
            </ButtonLink>
            <DownloadMenu runId={run.databaseId} />
          </>
        )}
      </PageHeader>
      {run.simulated && <SimulatedNotice />}
      <QuestionProgress label="Progress of the run" analysis={run} />
      <Outcomes rows={rows} open={open} />
      <Facts
        facts={{
          'Started by': run.trigger === 'SCHEDULE' ? 'weekly schedule' : 'user or API',
          Started: dayAndTime(run.startedAt),
          Finished: dayAndTime(run.finishedAt),
          'Provider cost': dollars(run.costUsd),
          Mentioned:
            rate &&
            `${percent(rate.value)} (${percentRange(rate.low, rate.high)}), ${rate.numerator} of ${rate.denominator}`,
          'Analysis rules': run.extractionVersion !== null && `version ${run.extractionVersion}`,
        }}
      />
      <Section
        title="Questions by outcome"
        note="Percentages are shares of the answers: refusals, “not shown” and failed questions are not among them."
      >
        <ProviderTable rows={rows} open={open} />
      </Section>
      {run.previousRun && (
        <RunChanges
          now={{ prompts: run.promptTexts, providers: rows }}
          before={{ prompts: run.previousRun.promptTexts, providers: run.previousRun.providerProgress ?? [] }}
          since={run.previousRun.finishedAt}
        />
      )}
    </>
  )
}
