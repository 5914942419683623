import { Outlet, useParams } from '@tanstack/react-router'
import { createContext, useContext, useEffect } from 'react'
import { useQuery, useSubscription } from 'urql'
import { Failed } from '../components/states.tsx'
import { graphql, type ResultOf } from '../graphql/graphql.ts'
import { problemOf } from '../graphql/problem.ts'
import { forgetPlace, rememberPlace } from './last-place.ts'
import { NoProject } from './no-access.tsx'
import { PageLoading } from './states.tsx'

export const PROJECT = graphql(`
  query Project($id: ID!) {
    project(id: $id) {
      id
      databaseId
      name
      displayName
      analysisBrandName
      aliases
      location
      schedule {
        enabled
        nextRunAt
      }
      defaultProviders {
        id
        token
        label
        simulated
        state
      }
      competitors(first: 100) {
        nodes {
          id
          databaseId
          name
        }
      }
      latestRun {
        id
        databaseId
        status
        finishedAt
        simulated
      }
    }
  }
`)

const ACTIVITY = graphql(`
  subscription Activity($projectId: ID!) {
    projectActivity(projectId: $projectId) {
      __typename
      ... on ProjectChanged {
        parts
        project {
          id
          displayName
          analysisBrandName
        }
      }
      ... on RunChanged {
        run {
          id
          status
          startedAt
          finishedAt
          progress {
            total
            completed
            failed
          }
        }
      }
      ... on AsyncAnalysisChanged {
        asyncAnalysis {
          id
          status
          startedAt
          finishedAt
          progress {
            total
            completed
            failed
          }
        }
      }
      ... on ReextractionChanged {
        reextraction {
          id
          status
          progress {
            total
            completed
          }
        }
      }
      ... on ProjectDeleted {
        deletedProjectId
      }
    }
  }
`)

export type Project = NonNullable<ResultOf<typeof PROJECT>['project']>

const ProjectContext = createContext<Project | null>(null)

/** Returns the current project. */
export function useProject(): Project {
  const project = useContext(ProjectContext)
  if (!project) throw new Error('useProject must be used inside a project')
  return project
}

/**
 * Layout of all pages below /organizations/ID/projects/ID. Fetches the project and keeps cached data up to date with
 * its live events.
 */
export function ProjectFrame() {
  const { organizationId, projectId } = useParams({
    from: '/organizations/$organizationId/projects/$projectId',
  })
  const [{ data, error }, retry] = useQuery({ query: PROJECT, variables: { id: projectId } })
  useSubscription({ query: ACTIVITY, variables: { projectId }, pause: !data?.project })
  const project = data?.project
  useEffect(() => {
    if (project) rememberPlace({ organizationId, projectId })
    else if (error || data) forgetPlace(organizationId)
  }, [organizationId, projectId, project, error, data])
  if (project) {
    return (
      <ProjectContext value={project}>
        <Outlet />
      </ProjectContext>
    )
  }
  if (problemOf(error)?.code === 'NOT_FOUND') return <NoProject organizationId={organizationId} />
  if (error) return <Failed error={error} retry={retry} />
  return <PageLoading />
}
