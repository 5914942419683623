import { useMutation, useQuery } from 'urql'
import { Button } from '../../components/button.tsx'
import { textColumn, timeColumn } from '../../components/columns.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { Section } from '../../components/page-header.tsx'
import { Select } from '../../components/select.tsx'
import { ActionError, Pending } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { count, dayAndTime } from '../../formatting/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import accountStyles from './account.module.css'
import styles from './organization.module.css'

const PREFERENCES = graphql(`
  fragment Preferences on AlertPreferences @_unmask {
    email
    severity
    timeZone
  }
`)

const ALERT_EMAILS = graphql(
  `
    query AlertEmails {
      viewer {
        alertPreferences {
          ...Preferences
        }
        alertEmails {
          databaseId
          kind
          alertCount
          status
          error
          createdAt
        }
      }
    }
  `,
  [PREFERENCES],
)

const SET = graphql(
  `
    mutation SetAlertPreferences($input: SetAlertPreferencesInput!) {
      setAlertPreferences(input: $input) {
        preferences {
          ...Preferences
        }
      }
    }
  `,
  [PREFERENCES],
)

const TEST = graphql(`
  mutation TestAlertEmail {
    setAlertPreferences(input: { sendTest: true }) {
      testEmail {
        status
      }
    }
  }
`)

type Preferences = ResultOf<typeof PREFERENCES>
type Email = NonNullable<ResultOf<typeof ALERT_EMAILS>['viewer']['alertEmails']>[number]

const FREQUENCIES: Record<Preferences['email'], string> = {
  IMMEDIATELY: 'as soon as they are raised',
  WEEKLY: 'as a digest on Monday at 8:00',
  NEVER: 'never',
}
const SEVERITIES: Record<Preferences['severity'], string> = {
  INFO: 'all alerts',
  WARNING: 'warnings and critical alerts',
  CRITICAL: 'only critical alerts',
}
const STATUSES: Record<Email['status'], string> = {
  PENDING: 'Waiting',
  SENT: 'Sent',
  FAILED: 'Failed',
  CANCELLED: 'Not sent: unsubscribed',
}

/** How the user hears about alerts by email, with a test and the log of emails. */
export function AlertEmails() {
  const [{ data, error }, retry] = useQuery({ query: ALERT_EMAILS })
  const [{ fetching, error: failure }, test] = useMutation(TEST)
  const emails = data?.viewer.alertEmails ?? []
  const preferences = data?.viewer.alertPreferences
  return (
    <Section
      title="Emails about alerts"
      note="The inbox of each project shows all alerts, whatever you choose here."
      actions={
        <Button
          busy={fetching}
          onClick={async () => {
            await test({})
            retry({ requestPolicy: 'network-only' })
          }}
        >
          Send a test
        </Button>
      }
    >
      <ActionError error={failure} />
      {preferences ? (
        <PreferencesForm preferences={preferences} />
      ) : (
        <Pending error={error} retry={retry} height={160} />
      )}
      {emails.length > 0 && (
        <Table<Email>
          cards
          caption="Emails about alerts"
          rows={emails}
          rowKey={({ databaseId }) => databaseId}
          columns={[
            textColumn('about', 'About', ({ kind, alertCount }) =>
              kind === 'TEST' ? 'Test' : count(alertCount, 'alert'),
            ),
            textColumn('status', 'Status', ({ status, error }) =>
              error ? `${STATUSES[status]}: ${error}` : STATUSES[status],
            ),
            timeColumn('created', 'Queued', ({ createdAt }) => createdAt, { format: dayAndTime }),
          ]}
        />
      )}
    </Section>
  )
}

function PreferencesForm({ preferences }: { preferences: Preferences }) {
  const [{ data }, set] = useMutation(SET)
  const save = async (change: Partial<Preferences>) => problemOf((await set({ input: change })).error)
  const shown = data?.setAlertPreferences.preferences ?? preferences
  return (
    <Form
      className={accountStyles.form}
      send={(typed) => save({ timeZone: String(typed.get('timeZone')).trim() })}
      buttons={(busy) => (
        <span className={styles.inline}>
          <Button type="submit" busy={busy}>
            Save
          </Button>
          <span role="status" className={accountStyles.done}>
            {data && 'Saved'}
          </span>
        </span>
      )}
    >
      {(errors) => (
        <>
          <Select
            label="Send"
            value={shown.severity}
            choices={choicesOf(SEVERITIES)}
            onChange={(chosen) => {
              if (chosen === 'INFO' || chosen === 'WARNING' || chosen === 'CRITICAL')
                void save({ severity: chosen })
            }}
          />
          <Select
            label="When"
            value={shown.email}
            choices={choicesOf(FREQUENCIES)}
            onChange={(chosen) => {
              if (chosen === 'IMMEDIATELY' || chosen === 'WEEKLY' || chosen === 'NEVER')
                void save({ email: chosen })
            }}
          />
          <Field
            label="Time zone"
            name="timeZone"
            defaultValue={shown.timeZone}
            hint={`Your browser’s is ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
            required
            autoComplete="off"
            errors={errors.timeZone}
          />
        </>
      )}
    </Form>
  )
}

function choicesOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}
