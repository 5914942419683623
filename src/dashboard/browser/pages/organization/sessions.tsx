import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/column.ts'
import { actionsColumn, timeColumn } from '../../components/columns.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Section } from '../../components/page-header.tsx'
import { Pending } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { dayAndTime } from '../../formatting/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { signOut } from '../../layout/sign-out.ts'
import { deviceOf } from './device.ts'
import dialogStyles from './dialogs.module.css'
import styles from './organization.module.css'

/** Fetches the user's sessions, the newest first. */
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

/** The user's sessions, which can be ended individually. */
export function Sessions() {
  const [{ data, error }, retry] = useQuery({ query: SESSIONS })
  const [ending, setEnding] = useState<Session | 'others' | null>(null)
  const [, end] = useMutation(END)
  const [, endOthers] = useMutation(END_OTHERS)
  const rows = data?.viewer.sessions?.nodes
  return (
    <Section
      title="Sessions"
      note="Where you are signed in. If you do not recognize a session, end it and change your password."
      actions={
        <Button disabled={!rows?.some(({ current }) => !current)} onClick={() => setEnding('others')}>
          End all others …
        </Button>
      }
    >
      {!data && <Pending error={error} retry={retry} height={120} />}
      {rows && (
        <Table cards caption="Sessions" columns={columnsOf(setEnding)} rows={rows} rowKey={({ id }) => id} />
      )}
      {ending && (
        <FormDialog
          title={ending === 'others' ? 'End all other sessions?' : 'End this session?'}
          action={ending === 'others' ? 'End sessions' : 'End session'}
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
              ? 'All other browsers and devices will be signed out within 5 seconds.'
              : `${deviceOf(ending.userAgent)} will be signed out within 5 seconds.`}
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
          {current && <small>this session</small>}
        </span>
      ),
    },
    { id: 'address', title: 'IP address', value: ({ address }) => address },
    timeColumn('signed_in', 'Signed in', ({ createdAt }) => createdAt),
    timeColumn('last_use', 'Last active', ({ lastUsedAt }) => lastUsedAt),
    actionsColumn((session) =>
      session.current ? (
        <Button kind="quiet" onClick={signOut}>
          Sign out
        </Button>
      ) : (
        <Button
          kind="quiet"
          aria-label={`End the session on ${deviceOf(session.userAgent)}, signed in ${dayAndTime(session.createdAt)}`}
          onClick={() => end(session)}
        >
          End
        </Button>
      ),
    ),
  ]
}
