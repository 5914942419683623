import { useSearch } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { PageHeader } from '../../components/page-header.tsx'
import { Message, Pending } from '../../components/states.tsx'
import { useProject } from '../../layout/project-frame.tsx'
import { AnswersOfRun } from './answers-of-run.tsx'
import { NoRun } from './no-run.tsx'
import { OLDER_RUN, RUNS_WITH_ANSWERS, runOf } from './runs.ts'

/** The answers page: the answers of a run with their details. */
export function Answers() {
  const { databaseId: projectId } = useProject()
  const search = useSearch({ from: '/organizations/$organizationId/projects/$projectId/answers' })
  const [{ data, error }, retry] = useQuery({ query: RUNS_WITH_ANSWERS, variables: { projectId } })
  const latest = data?.project?.runs?.nodes
  const recent = latest && runOf(latest, search.run)
  const [older] = useQuery({
    query: OLDER_RUN,
    variables: { id: search.run ?? '' },
    pause: !search.run || !latest || recent !== undefined,
  })
  const run = recent ?? (older.data?.run?.databaseId === search.run ? older.data?.run : null)
  if (run && latest && data.project) {
    const runs = recent ? latest : [...latest, run]
    return <AnswersOfRun run={run} runs={runs} choices={data.project} />
  }
  return (
    <>
      <PageHeader title="Answers" />
      {!data || older.fetching ? (
        <Pending error={error} retry={retry} height={560} />
      ) : search.run ? (
        <Message title="Run not found" text="The link is wrong, or the run was deleted." />
      ) : (
        <NoRun />
      )}
    </>
  )
}
