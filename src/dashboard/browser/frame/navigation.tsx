import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { number } from '../figures/format.ts'
import { graphql } from '../graphql/graphql.ts'
import { OrganizationChoice } from './organization-choice.tsx'
import { useLiveState } from './session.tsx'
import styles from './shell.module.css'
import { signOut } from './sign-out.ts'
import { ThemeChoice } from './theme-choice.tsx'
import { useViewer } from './viewer.ts'

/** What stands beside the names of the project's pages. */
export const COUNTS = graphql(`
  query Counts($id: ID!) {
    project(id: $id) {
      id
      prompts(first: 0) {
        totalCount
      }
      runs(first: 1) {
        nodes {
          id
          status
        }
      }
    }
  }
`)

/** The pages of the project and of the organization, and whose they are. */
export function Navigation() {
  const { organization, member } = useViewer()
  const { projectId } = useParams({ strict: false })
  const organizationId = organization.databaseId
  return (
    <>
      <OrganizationChoice />
      {projectId && <ProjectPages organizationId={organizationId} projectId={projectId} />}
      <nav aria-label="Organization" className={styles.pages}>
        <Link to="/organizations/$organizationId" params={{ organizationId }} activeOptions={{ exact: true }}>
          Projects <small>{organization.projects?.totalCount}</small>
        </Link>
        <Link to="/organizations/$organizationId/members" params={{ organizationId }}>
          Members
        </Link>
        <Link to="/organizations/$organizationId/keys" params={{ organizationId }}>
          Keys
        </Link>
        <Link to="/organizations/$organizationId/credits" params={{ organizationId }}>
          Credits <small>{number(organization.credits)}</small>
        </Link>
        <Link to="/organizations/$organizationId/deliveries" params={{ organizationId }}>
          Deliveries
        </Link>
      </nav>
      <div className={styles.foot}>
        <LiveNotice />
        <Link to="/organizations/$organizationId/account" params={{ organizationId }}>
          {member?.email}
        </Link>
        <span className={styles.footActions}>
          <ThemeChoice />
          <a href="/docs">Documentation</a>
          <button type="button" onClick={signOut}>
            Sign out
          </button>
        </span>
      </div>
    </>
  )
}

function ProjectPages({ organizationId, projectId }: { organizationId: string; projectId: string }) {
  const [{ data }] = useQuery({ query: COUNTS, variables: { id: projectId } })
  const params = { organizationId, projectId }
  const running = data?.project?.runs?.nodes.some(({ status }) => status === 'QUEUED' || status === 'RUNNING')
  return (
    <>
      <ProjectChoice projectId={projectId} />
      <nav aria-label="Project" className={styles.pages}>
        <Link to="/organizations/$organizationId/projects/$projectId/overview" params={params}>
          Overview
        </Link>
        <Link to="/organizations/$organizationId/projects/$projectId/prompts" params={params}>
          Prompts <small>{number(data?.project?.prompts?.totalCount)}</small>
        </Link>
        <Link to="/organizations/$organizationId/projects/$projectId/answers" params={params}>
          Answers
        </Link>
        <Link to="/organizations/$organizationId/projects/$projectId/sources" params={params}>
          Sources
        </Link>
        <Link to="/organizations/$organizationId/projects/$projectId/discovered" params={params}>
          Discovered brands
        </Link>
        <Link to="/organizations/$organizationId/projects/$projectId/runs" params={params}>
          Runs {running && <small className={styles.live}>live</small>}
        </Link>
        <Link to="/organizations/$organizationId/projects/$projectId/analyses" params={params}>
          One-off analyses
        </Link>
        <Link to="/organizations/$organizationId/projects/$projectId/settings" params={params}>
          Settings
        </Link>
      </nav>
    </>
  )
}

function ProjectChoice({ projectId }: { projectId: string }) {
  const { organization } = useViewer()
  const navigate = useNavigate()
  const projects = organization.projects?.nodes ?? []
  if (projects.length < 2) return null
  return (
    <select
      className={styles.choice}
      aria-label="Project"
      value={projectId}
      onChange={({ target }) =>
        navigate({
          to: '/organizations/$organizationId/projects/$projectId/overview',
          params: { organizationId: organization.databaseId, projectId: target.value },
        })
      }
    >
      {projects.map(({ databaseId, displayName }) => (
        <option key={databaseId} value={databaseId}>
          {displayName}
        </option>
      ))}
    </select>
  )
}

/** Says when live updates do not arrive. */
function LiveNotice() {
  const state = useLiveState()
  return (
    <span role="status" className={styles.notice}>
      {(state === 'lost' || state === 'refused') && 'Live updates were lost; trying again …'}
    </span>
  )
}
