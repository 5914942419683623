import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { rateColumn } from '../../charts/rate.tsx'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/column.ts'
import { actionsColumn, textColumn, timeColumn } from '../../components/columns.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PagedTable } from '../../components/paged-table.tsx'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { Message } from '../../components/states.tsx'
import { count, dayAndTime, number } from '../../formatting/format.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { useMay, useViewer } from '../../layout/viewer.ts'
import { Status } from '../../progress/status.tsx'
import { AdminsOnly, adminsOnly } from './admins-only.tsx'
import styles from './organization.module.css'
import { DeleteProject, RenameProject } from './project-dialogs.tsx'
import { PROJECTS, type ProjectRow } from './project-list.ts'

/** The open dialog. */
type Asking = { what: 'rename' | 'delete'; project: ProjectRow }

/** The organization's projects with their brand, mention rate, and last and next run. */
export function Projects() {
  const { organization } = useViewer()
  const navigate = useNavigate()
  const mayManage = useMay('ORGANIZATION_ADMIN')
  const mayUpdate = useMay('PROJECT_UPDATE')
  const list = usePages({
    query: PROJECTS,
    variables: (after) => ({ first: 50, after }),
    connection: ({ viewer }) => viewer.organization.projects,
  })
  const { nodes, total } = list
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
      disabled={isFull}
      {...adminsOnly(mayManage)}
      onClick={() =>
        navigate({
          to: '/organizations/$organizationId/start',
          params: { organizationId: organization.databaseId },
        })
      }
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
          `${number(total)} of ${count(organization.limits.projects, 'project')} in the ${PLAN_WORDS[organization.plan]} plan.${
            isFull
              ? ' Your plan’s limit is reached. Delete a project, or ask your operator for a larger plan.'
              : ''
          }`
        }
      >
        {nodes.length > 0 && (
          <ExportMenu
            name="projects"
            columns={columns}
            rows={list.all}
            simulated={({ latestRun }) => latestRun?.simulated === true}
          />
        )}
        {create}
      </PageHeader>
      {!mayManage && <AdminsOnly what="create and delete projects" />}
      {simulated && <SimulatedNotice />}
      <PagedTable
        cards
        caption="Projects"
        columns={columns}
        list={list}
        noun="project"
        empty={
          <Message
            title="No projects yet"
            text="A project measures how AI answers mention one brand. Its prompts are asked every week, and its competitors are measured for comparison."
          >
            {mayManage && create}
          </Message>
        }
      />
      {asking?.what === 'rename' && (
        <RenameProject project={asking.project} onClose={() => setAsking(null)} />
      )}
      {asking?.what === 'delete' && (
        <DeleteProject project={asking.project} onClose={() => setAsking(null)} />
      )}
    </>
  )
}

/** Labels of the plans. */
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
    textColumn('brand', 'Brand', ({ analysisBrandName }) => analysisBrandName),
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
    rateColumn('named', 'Mentioned', ({ latestRun }) => latestRun?.summary?.mentionRate),
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
    timeColumn('next_run', 'Next run', ({ schedule }) => (schedule.enabled ? schedule.nextRunAt : null), {
      none: 'off',
    }),
    actionsColumn(actions),
  ]
}
