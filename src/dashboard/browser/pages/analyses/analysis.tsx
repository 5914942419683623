import { Link, useParams } from '@tanstack/react-router'
import { useQuery, useSubscription } from 'urql'
import { number } from '../../figures/format.ts'
import { useProject } from '../../frame/project-frame.tsx'
import { useViewer } from '../../frame/viewer.ts'
import { problemOf } from '../../graphql/problem.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { SimulatedNotice } from '../../parts/simulated-notice.tsx'
import { Failed, Message, Skeleton } from '../../parts/states.tsx'
import { ProgressBar } from '../../progress/progress-bar.tsx'
import { hasEnded, Status } from '../../progress/status.tsx'
import styles from './analysis.module.css'
import { CancelAnalysis } from './cancel-analysis.tsx'
import { ANALYSIS, LIVE } from './documents.ts'
import { AnswersOfAnalysis } from './result/answers-of-analysis.tsx'
import { Asked } from './result/asked.tsx'
import { Bill } from './result/bill.tsx'
import { Matrix } from './result/matrix.tsx'
import { Outcome } from './result/outcome.tsx'
import { Verdict } from './result/verdict.tsx'
import { leadOf, titleOf } from './title.ts'

/** One analysis: watched while it asks, then what the answers say. */
export function Analysis() {
  const { analysisId } = useParams({
    from: '/organizations/$organizationId/projects/$projectId/analyses/$analysisId',
  })
  const { databaseId: projectId } = useProject()
  const { organization } = useViewer()
  const [{ data, error }, retry] = useQuery({ query: ANALYSIS, variables: { id: analysisId } })
  const analysis = data?.asyncAnalysis
  const isLive = analysis != null && !hasEnded(analysis.status)
  useSubscription({ query: LIVE, variables: { analysisId }, pause: !isLive })
  const params = { organizationId: organization.databaseId, projectId }
  if (!analysis) {
    if (problemOf(error)?.code === 'NOT_FOUND') {
      return (
        <Message title="There is no such analysis" text="The address is wrong, or the analysis was deleted.">
          <Link to="/organizations/$organizationId/projects/$projectId/analyses" params={params}>
            All one-off analyses
          </Link>
        </Message>
      )
    }
    if (error) return <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />
    return <Skeleton height={640} />
  }
  const { progress, status } = analysis
  const rows = analysis.providerProgress ?? []
  const sum = (part: 'ok' | 'refused' | 'notShown' | 'failed') =>
    rows.reduce((total, row) => total + row[part], 0)
  return (
    <>
      <PageHeader title={titleOf(analysis.prompts)} lead={leadOf(analysis)}>
        {isLive && (
          <CancelAnalysis
            analysisId={analysis.databaseId}
            remaining={progress.total - progress.completed - progress.failed}
          />
        )}
        <ButtonLink
          to="/organizations/$organizationId/projects/$projectId/analyses"
          params={params}
          search={{ again: analysis.databaseId }}
        >
          Ask again
        </ButtonLink>
      </PageHeader>
      {analysis.simulated && <SimulatedNotice />}
      {!isLive && <Verdict analysis={analysis} />}
      <p className={styles.state} role="status">
        <Status status={status} />
        <span>
          {number(progress.completed + progress.failed)} of {number(progress.total)} questions done
        </span>
      </p>
      <ProgressBar
        label="Progress of the analysis"
        total={progress.total}
        answered={sum('ok')}
        refused={sum('refused')}
        notShown={sum('notShown')}
        failed={sum('failed')}
      />
      <Bill analysis={analysis} />
      <Matrix analysis={analysis} />
      {!isLive && <Outcome analysis={analysis} />}
      <Asked analysis={analysis} />
      <AnswersOfAnalysis analysis={analysis} />
    </>
  )
}
