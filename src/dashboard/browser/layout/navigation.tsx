import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { number } from '../formatting/format.ts'
import { graphql } from '../graphql/graphql.ts'
import { OrganizationChoice } from './organization-choice.tsx'
import { useLiveState } from './session.tsx'
import styles from './shell.module.css'
import { signOut } from './sign-out.ts'
import { ThemeChoice } from './theme-choice.tsx'
import { useMay, useViewer } from './viewer.ts'

/** Counts shown in the project's navigation. */
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
      alerts(filter: { unread: true }, first: 0) {
        totalCount
      }
    }
  }
`)

/** Pages of a project, in the order of the navigation. */
const PROJECT_PAGES = {
  overview: 'Overview',
  alerts: 'Alerts',
  prompts: 'Prompts',
  answers: 'Answers',
  sources: 'Sources',
  why: 'Why',
  discovered: 'Discovered brands',
  facts: 'Facts',
  opportunities: 'What to do next',
  review: 'Review',
  runs: 'Runs',
  analyses: 'One-off analyses',
  settings: 'Settings',
} as const

/** Pages of an organization, in the order of the navigation. The projects are its start page. */
const ORGANIZATION_PAGES = {
  '': 'Projects',
  '/members': 'Members',
  '/keys': 'API keys',
  '/credentials': 'Provider credentials',
  '/credits': 'Credits',
  '/deliveries': 'Webhooks',
  '/audit-log': 'Audit log',
} as const

/** The project's and the organization's pages, with the account below. */
export function Navigation() {
  const { organization, member } = useViewer()
  const { projectId } = useParams({ strict: false })
  const organizationId = organization.databaseId
  const isOperator = useMay('INSTALLATION_READ')
  const counts: Partial<Record<keyof typeof ORGANIZATION_PAGES, ReactNode>> = {
    '': organization.projects?.totalCount,
    '/credits': number(organization.credits),
  }
  return (
    <>
      <OrganizationChoice />
      <ProjectChoice projectId={projectId} />
      {projectId && <ProjectPages organizationId={organizationId} projectId={projectId} />}
      <nav aria-label="Organization" className={styles.pages}>
        {entriesOf(ORGANIZATION_PAGES).map(([path, label]) => (
          <Link
            key={path}
            to={`/organizations/$organizationId${path}`}
            params={{ organizationId }}
            activeOptions={{ exact: path === '' }}
          >
            {label} <small>{counts[path]}</small>
          </Link>
        ))}
        {isOperator && (
          <Link to="/organizations/$organizationId/installation" params={{ organizationId }}>
            Installation
          </Link>
        )}
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
  const running = data?.project?.runs?.nodes.some(({ status }) => status === 'QUEUED' || status === 'RUNNING')
  const unread = data?.project?.alerts?.totalCount ?? 0
  const marks: Partial<Record<keyof typeof PROJECT_PAGES, ReactNode>> = {
    prompts: <small>{number(data?.project?.prompts?.totalCount)}</small>,
    alerts: unread > 0 && <small>{number(unread)} new</small>,
    runs: running && <small className={styles.live}>live</small>,
  }
  return (
    <nav aria-label="Project" className={styles.pages}>
      {entriesOf(PROJECT_PAGES).map(([page, label]) => (
        <Link
          key={page}
          to={`/organizations/$organizationId/projects/$projectId/${page}`}
          params={{ organizationId, projectId }}
        >
          {label} {marks[page]}
        </Link>
      ))}
    </nav>
  )
}

function entriesOf<Key extends string>(labels: Readonly<Record<Key, string>>): [Key, string][] {
  // The object literals above have exactly these keys.
  return Object.entries(labels) as [Key, string][]
}

/** Opens another project, or a project from the pages of the organization. Nothing if there is no other project. */
function ProjectChoice({ projectId }: { projectId: string | undefined }) {
  const { organization } = useViewer()
  const navigate = useNavigate()
  const projects = organization.projects?.nodes ?? []
  if (projects.length < (projectId ? 2 : 1)) return null
  return (
    <select
      className={styles.choice}
      aria-label="Project"
      value={projectId ?? ''}
      onChange={({ target }) =>
        navigate({
          to: '/organizations/$organizationId/projects/$projectId/overview',
          params: { organizationId: organization.databaseId, projectId: target.value },
        })
      }
    >
      {!projectId && (
        <option value="" disabled>
          Open a project …
        </option>
      )}
      {projects.map(({ databaseId, displayName }) => (
        <option key={databaseId} value={databaseId}>
          {displayName}
        </option>
      ))}
    </select>
  )
}

/** Shows a notice while live updates are interrupted. */
function LiveNotice() {
  const state = useLiveState()
  return (
    <span role="status" className={styles.notice}>
      {(state === 'lost' || state === 'refused') && 'Live updates were lost. Reconnecting …'}
    </span>
  )
}
