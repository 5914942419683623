import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Select } from '../../components/select.tsx'
import { ActionError, Message, NothingMatches, Pending } from '../../components/states.tsx'
import { dayAndTime } from '../../formatting/format.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { useProject } from '../../layout/project-frame.tsx'
import styles from './alerts.module.css'
import { alertList, MARK_READ } from './documents.ts'
import { Severity } from './severity.tsx'

const HERE = '/organizations/$organizationId/projects/$projectId/alerts'

/** The inbox of a project: its alerts, the newest first. */
export function Alerts() {
  const { databaseId: projectId } = useProject()
  const params = useParams({ from: HERE })
  const search = useSearch({ from: HERE })
  const navigate = useNavigate({ from: HERE })
  const list = usePages(alertList(projectId, search))
  const [{ fetching, error: failure }, markRead] = useMutation(MARK_READ)
  const isFiltered = search.least !== undefined || search.read !== undefined
  return (
    <>
      <PageHeader
        title="Alerts"
        lead="Only changes that are larger than chance explains raise an alert. All changes of a run are tested together."
        filters={
          <>
            <Select
              label="Severity"
              any="any"
              value={search.least}
              choices={[
                { value: 'WARNING', label: 'warning or critical' },
                { value: 'CRITICAL', label: 'critical' },
              ]}
              onChange={(least) =>
                navigate({
                  search: {
                    ...search,
                    least: least === 'WARNING' || least === 'CRITICAL' ? least : undefined,
                  },
                })
              }
            />
            <Select
              label="Show"
              any="all"
              value={search.read}
              choices={[{ value: 'no', label: 'unread' }]}
              onChange={(read) => navigate({ search: { ...search, read: read === 'no' ? read : undefined } })}
            />
          </>
        }
      >
        <Link
          to="/organizations/$organizationId/projects/$projectId/settings"
          params={params}
          search={{ part: 'alerts' }}
        >
          Rules
        </Link>
        <Button
          busy={fetching}
          disabled={!list.nodes.some(({ isRead }) => !isRead)}
          onClick={() => markRead({ input: { projectId } })}
        >
          Mark all as read
        </Button>
      </PageHeader>
      <ActionError error={failure} />
      {list.ready && list.total === 0 ? (
        isFiltered ? (
          <NothingMatches what="alerts" clear={() => navigate({ search: {} })} />
        ) : (
          <Message
            title="No alerts yet"
            text="After the second run, real changes and problems appear here. You also get them by email."
          />
        )
      ) : list.ready ? (
        <ul className={styles.list} aria-label="Alerts">
          {list.nodes.map((alert) => (
            <li key={alert.id}>
              <Link
                className={styles.row}
                data-unread={!alert.isRead || undefined}
                to="/organizations/$organizationId/projects/$projectId/alerts/$alertId"
                params={{ ...params, alertId: alert.databaseId }}
              >
                <Severity severity={alert.severity} />
                <span className={styles.title}>{alert.title}</span>
                <time className={styles.time} dateTime={alert.createdAt}>
                  {dayAndTime(alert.createdAt)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <Pending error={list.error} retry={list.retry} height={320} label="Loading alerts" />
      )}
      {list.hasMore && (
        <Button busy={list.reading} onClick={list.more}>
          Show more
        </Button>
      )}
    </>
  )
}
