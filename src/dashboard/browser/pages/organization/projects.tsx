import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useClient } from 'urql'
import { count, dayAndTime, number } from '../../figures/format.ts'
import { RateCell, rateValues } from '../../figures/rate.tsx'
import { useMay, useViewer } from '../../frame/viewer.ts'
import type { ResultOf } from '../../graphql/graphql.ts'
import { readAll } from '../../graphql/pager.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { Button } from '../../parts/button.tsx'
import type { Column } from '../../parts/column.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { SimulatedNotice } from '../../parts/simulated-notice.tsx'
import { Empty, Failed, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Status } from '../../progress/status.tsx'
import { ADMINS_ONLY, AdminsOnly } from './admins-only.tsx'
import styles from './organization.module.css'
import { DeleteProject, NewProject, RenameProject } from './project-dialogs.tsx'
import { PROJECTS, type ProjectRow } from './project-list.ts'

const PAGED = {
  query: PROJECTS,
  variables: (after: string | null) => ({ first: 50, after }),
  connection: ({ viewer }: ResultOf<typeof PROJECTS>) => viewer.organization.projects,
}

/** What is asked in a dialog. */
type Asking = { what: 'new' } | { what: 'rename' | 'delete'; project: ProjectRow }

/** All projects of the organization: whose brand, how it stands, what comes next. */
export function Projects() {
  const { organization } = useViewer()
  const mayManage = useMay('ORGANIZATION_ADMIN')
  const mayUpdate = useMay('PROJECT_UPDATE')
  const client = useClient()
  const { nodes, total, ready, error, hasMore, reading, more, retry } = usePages({ ...PAGED, key: '' })
  const [asking, setAsking] = useState<Asking | null>(null)
  const isFull = total !== null && total >= organization.limits.projects
  const simulated = nodes.some(({ latestRun }) => latestRun?.simulated)
  const columns = columnsOf(organization.databaseId, (project) => (
    <Menu label="⋯" name={`Actions for ${project.displayName}`} kind="quiet" disabled={!mayUpdate}>
      <MenuItem onClick={() => setAsking({ what: 'rename', project })}>Rename …</MenuItem>
      {mayManage && <MenuItem onClick={() => setAsking({ what: 'delete', project })}>Delete …</MenuItem>}
    </Menu>
  ))
  const create = (
    <Button
      kind="primary"
      disabled={!mayManage || isFull}
      aria-describedby={mayManage ? undefined : ADMINS_ONLY}
      onClick={() => setAsking({ what: 'new' })}
    >
      New project
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Projects"
        lead={
          total !== null &&
          `${count(total, 'project')} of ${number(organization.limits.projects)} in the plan ${PLAN_WORDS[organization.plan]}.${
            isFull ? ' The plan is full: delete a project, or ask your operator for a larger plan.' : ''
          }`
        }
      >
        {nodes.length > 0 && (
          <ExportMenu
            load={async () => {
              const rows = await readAll(client, PAGED)
              return {
                name: 'projects',
                columns: columns.slice(0, -1),
                rows,
                simulated: rows.some(({ latestRun }) => latestRun?.simulated),
              }
            }}
          />
        )}
        {create}
      </PageHeader>
      {!mayManage && <AdminsOnly what="create and delete projects" />}
      {simulated && <SimulatedNotice />}
      {error && !ready && <Failed error={error} retry={retry} />}
      {!error && !ready && <Skeleton height={220} />}
      {ready && nodes.length === 0 && (
        <Empty
          title="No project yet"
          text="A project measures how AI answers speak of one brand: it has prompts, which are asked every week, and competitors to compare with."
        >
          {mayManage && create}
        </Empty>
      )}
      {nodes.length > 0 && (
        <Table cards caption="Projects" columns={columns} rows={nodes} rowKey={({ id }) => id} />
      )}
      {hasMore && nodes.length > 0 && (
        <p className={styles.more}>
          <Button busy={reading} onClick={more}>
            Show more of {count(total ?? 0, 'project')}
          </Button>
        </p>
      )}
      {asking?.what === 'new' && <NewProject onClose={() => setAsking(null)} />}
      {asking?.what === 'rename' && (
        <RenameProject project={asking.project} onClose={() => setAsking(null)} />
      )}
      {asking?.what === 'delete' && (
        <DeleteProject project={asking.project} onClose={() => setAsking(null)} />
      )}
    </>
  )
}

/** The plans in words. */
export const PLAN_WORDS = { FREE: 'Free', PRO: 'Pro' } as const

function columnsOf(
  organizationId: string,
  actions: (project: ProjectRow) => ReactNode,
): Column<ProjectRow>[] {
  return [
    {
      id: 'project',
      title: 'Project',
      value: ({ displayName }) => displayName,
      cell: ({ databaseId, displayName, url }) => (
        <span className={styles.cell}>
          <Link
            to="/organizations/$organizationId/projects/$projectId/overview"
            params={{ organizationId, projectId: databaseId }}
            className={styles.wrap}
          >
            {displayName}
          </Link>
          {url && <small className={styles.wrap}>{url.replace(/^https?:\/\//, '').replace(/\/$/, '')}</small>}
        </span>
      ),
    },
    {
      id: 'brand',
      title: 'Brand',
      value: ({ analysisBrandName }) => analysisBrandName,
      cell: ({ analysisBrandName }) => <span className={styles.wrap}>{analysisBrandName}</span>,
    },
    {
      id: 'prompts',
      title: 'Prompts',
      numeric: true,
      value: ({ prompts }) => prompts?.totalCount ?? null,
      cell: ({ prompts, databaseId }) => (
        <Link
          to="/organizations/$organizationId/projects/$projectId/prompts"
          params={{ organizationId, projectId: databaseId }}
        >
          {number(prompts?.totalCount)}
        </Link>
      ),
    },
    {
      id: 'named',
      title: 'Named',
      numeric: true,
      value: ({ latestRun }) => rateValues(latestRun?.summary?.mentionRate),
      cell: ({ latestRun }) => <RateCell rate={latestRun?.summary?.mentionRate} />,
    },
    {
      id: 'last_run',
      title: 'Last run',
      value: ({ runs }) => {
        const [run] = runs?.nodes ?? []
        return { at: run?.startedAt ?? run?.createdAt ?? null, status: run?.status.toLowerCase() ?? null }
      },
      cell: ({ runs, databaseId }) => {
        const [run] = runs?.nodes ?? []
        if (!run) return <span className={styles.muted}>none yet</span>
        return (
          <span className={styles.cell}>
            <Status status={run.status} />
            <small>
              <Link
                to="/organizations/$organizationId/projects/$projectId/runs/$runId"
                params={{ organizationId, projectId: databaseId, runId: run.databaseId }}
                className={styles.nowrap}
              >
                {dayAndTime(run.startedAt ?? run.createdAt)}
              </Link>
            </small>
          </span>
        )
      },
    },
    {
      id: 'next_run',
      title: 'Next run',
      value: ({ schedule }) => schedule.nextRunAt,
      cell: ({ schedule: { enabled, nextRunAt } }) =>
        enabled ? (
          <span className={styles.nowrap}>{dayAndTime(nextRunAt)}</span>
        ) : (
          <span className={`${styles.muted} ${styles.nowrap}`}>switched off</span>
        ),
    },
    {
      id: 'actions',
      title: 'Actions',
      inCard: 'corner',
      header: <span className="visually-hidden">Actions</span>,
      value: () => null,
      cell: (project) => <span className={styles.right}>{actions(project)}</span>,
    },
  ]
}
