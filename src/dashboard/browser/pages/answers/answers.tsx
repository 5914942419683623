import { useSearch } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { useProject } from '../../frame/project-frame.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Failed, Message, Skeleton } from '../../parts/states.tsx'
import { AnswersOfRun } from './answers-of-run.tsx'
import { NoRun } from './no-run.tsx'
import { OLDER_RUN, RUNS_WITH_ANSWERS, runOf } from './runs.ts'

/** What was exactly said: the answers of a run, beside their facts. */
export function Answers() {
  const { databaseId: projectId } = useProject()
  const search = useSearch({ from: '/organizations/$organizationId/projects/$projectId/answers' })
  const [{ data, error }, retry] = useQuery({ query: RUNS_WITH_ANSWERS, variables: { projectId } })
  const latest = data?.project?.runs?.nodes
  const known = latest && runOf(latest, search.run)
  const [older] = useQuery({
    query: OLDER_RUN,
    variables: { id: search.run ?? '' },
    pause: !search.run || !latest || known !== undefined,
  })
  const run = known ?? (older.data?.run?.databaseId === search.run ? older.data?.run : null)
  if (run && latest && data.project) {
    const runs = known ? latest : [...latest, run]
    return <AnswersOfRun run={run} runs={runs} choices={data.project} />
  }
  return (
    <>
      <PageHeader title="Answers" />
      {!data && error ? (
        <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />
      ) : !data || older.fetching ? (
        <Skeleton height={560} />
      ) : search.run ? (
        <Message title="There is no such run" text="The link is wrong, or the run was deleted." />
      ) : (
        <NoRun />
      )}
    </>
  )
}
