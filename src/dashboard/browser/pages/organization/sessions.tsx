import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { dayAndTime } from '../../figures/format.ts'
import { signOut } from '../../frame/sign-out.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { Button } from '../../parts/button.tsx'
import type { Column } from '../../parts/column.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Section } from '../../parts/page-header.tsx'
import { Failed, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { deviceOf } from './device.ts'
import dialogStyles from './dialogs.module.css'
import styles from './organization.module.css'

/** Reads the sessions of the visitor, the newest first. */
export const SESSIONS = graphql(`
  query Sessions {
    viewer {
      sessions(first: 200) {
        totalCount
        nodes {
          id
          databaseId
          current
          userAgent
          address
          createdAt
          lastUsedAt
          expiresAt
        }
      }
    }
  }
`)

type Session = NonNullable<ResultOf<typeof SESSIONS>['viewer']['sessions']>['nodes'][number]

const END = graphql(`
  mutation EndSession($input: EndSessionInput!) {
    endSession(input: $input) {
      endedSessionId
    }
  }
`)

const END_OTHERS = graphql(`
  mutation EndOtherSessions {
    endOtherSessions(input: {}) {
      endedSessionIds
    }
  }
`)

/** Where the visitor is signed in, and ending that. */
export function Sessions() {
  const [{ data, error }, retry] = useQuery({ query: SESSIONS })
  const [ending, setEnding] = useState<Session | 'others' | null>(null)
  const [, end] = useMutation(END)
  const [, endOthers] = useMutation(END_OTHERS)
  const rows = data?.viewer.sessions?.nodes
  return (
    <Section
      title="Sessions"
      note="Where you are signed in. If you do not know one, end it and change your password."
      actions={
        <Button disabled={!rows?.some(({ current }) => !current)} onClick={() => setEnding('others')}>
          End all others …
        </Button>
      }
    >
      {error && !data && <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />}
      {!error && !data && <Skeleton height={120} />}
      {rows && (
        <Table cards caption="Sessions" columns={columnsOf(setEnding)} rows={rows} rowKey={({ id }) => id} />
      )}
      {ending && (
        <FormDialog
          title={ending === 'others' ? 'End all other sessions?' : 'End this session?'}
          action={ending === 'others' ? 'End them' : 'End it'}
          kind="danger"
          onClose={() => setEnding(null)}
          send={async () => {
            const ended =
              ending === 'others'
                ? await endOthers({})
                : await end({ input: { sessionId: ending.databaseId } })
            return problemOf(ended.error)
          }}
        >
          <p className={dialogStyles.text}>
            {ending === 'others'
              ? 'All browsers and programs but this one are signed out within 5 seconds.'
              : `${deviceOf(ending.userAgent)} is signed out within 5 seconds.`}
          </p>
        </FormDialog>
      )}
    </Section>
  )
}

function columnsOf(end: (session: Session) => void): Column<Session>[] {
  return [
    {
      id: 'device',
      title: 'Device',
      value: ({ userAgent }) => userAgent,
      cell: ({ userAgent, current }) => (
        <span className={styles.cell} title={userAgent ?? undefined}>
          <span className={styles.wrap}>{deviceOf(userAgent)}</span>
          {current && <small>this one</small>}
        </span>
      ),
    },
    { id: 'address', title: 'Address', value: ({ address }) => address },
    {
      id: 'signed_in',
      title: 'Signed in',
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <span className={styles.nowrap}>{dayAndTime(createdAt)}</span>,
    },
    {
      id: 'last_use',
      title: 'Last use',
      value: ({ lastUsedAt }) => lastUsedAt,
      cell: ({ lastUsedAt }) => <span className={styles.nowrap}>{dayAndTime(lastUsedAt)}</span>,
    },
    {
      id: 'actions',
      title: 'Actions',
      inCard: 'corner',
      header: <span className="visually-hidden">Actions</span>,
      value: () => null,
      cell: (session) => (
        <span className={styles.right}>
          {session.current ? (
            <Button kind="quiet" onClick={signOut}>
              Sign out
            </Button>
          ) : (
            <Button
              kind="quiet"
              aria-label={`End the session of ${deviceOf(session.userAgent)}, signed in ${dayAndTime(session.createdAt)}`}
              onClick={() => end(session)}
            >
              End
            </Button>
          )}
        </span>
      ),
    },
  ]
}
