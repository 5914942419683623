import { Link, useParams } from '@tanstack/react-router'
import { useQuery, useSubscription } from 'urql'
import { ButtonLink } from '../../components/button-link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { Message, Pending } from '../../components/states.tsx'
import { problemOf } from '../../graphql/problem.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { useViewer } from '../../layout/viewer.ts'
import { QuestionProgress } from '../../progress/question-progress.tsx'
import { hasEnded } from '../../progress/status.tsx'
import { CancelAnalysis } from './cancel-analysis.tsx'
import { AnswersOfAnalysis } from './result/answers-of-analysis.tsx'
import { Asked } from './result/asked.tsx'
import { Bill } from './result/bill.tsx'
import { ANALYSIS, LIVE } from './result/documents.ts'
import { Matrix } from './result/matrix.tsx'
import { Outcome } from './result/outcome.tsx'
import { Verdict } from './result/verdict.tsx'
import { leadOf, titleOf } from './title.ts'

/** An analysis: its progress while it runs, then its results. */
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
        <Message title="Analysis not found" text="The address is wrong, or the analysis was deleted.">
          <Link to="/organizations/$organizationId/projects/$projectId/analyses" params={params}>
            All one-off analyses
          </Link>
        </Message>
      )
    }
    return <Pending error={error} retry={retry} height={640} />
  }
  const { progress } = analysis
  return (
    <>
      <PageHeader title={titleOf(analysis.promptTexts)} lead={leadOf(analysis)}>
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
      <QuestionProgress label="Progress of the analysis" analysis={analysis} />
      <Bill analysis={analysis} />
      <Matrix analysis={analysis} />
      {!isLive && <Outcome analysis={analysis} />}
      <Asked analysis={analysis} />
      <AnswersOfAnalysis analysis={analysis} />
    </>
  )
}
