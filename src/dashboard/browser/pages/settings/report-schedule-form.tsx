import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import { Select } from '../../components/select.tsx'
import { dayAndTime } from '../../formatting/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { LOCALES, TIME_ZONES } from './reader-choices.ts'
import { Recipients, type TypedRecipient } from './recipients.tsx'
import { Saving } from './saving.tsx'
import styles from './settings.module.css'

/** Fields of the form for scheduled reports. */
export const REPORT_SCHEDULE = graphql(`
  fragment ReportScheduleSettings on Project @_unmask {
    id
    databaseId
    reportSchedule {
      enabled
      frequency
      dayOfWeek
      dayOfMonth
      hour
      timezone
      locale
      includeMembers
      nextReportAt
      canSend
      recipients {
        email
        locale
        timezone
        unsubscribed
      }
    }
  }
`)

const SET = graphql(`
  mutation SetReportSchedule($input: SetReportScheduleInput!) {
    setReportSchedule(input: $input) {
      reportSchedule {
        enabled
      }
    }
  }
`)

const SEND_TEST = graphql(`
  mutation SendTestReport($input: SendTestReportInput!) {
    sendTestReport(input: $input) {
      reportDelivery {
        email
      }
    }
  }
`)

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const DAYS_OF_MONTH = Array.from({ length: 28 }, (_, index) => String(index + 1))
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** A form for the times and the recipients of the project's reports, with a button that sends a test. */
export function ReportScheduleForm({
  settings,
  mayManage,
}: {
  settings: ResultOf<typeof REPORT_SCHEDULE>
  mayManage: boolean
}) {
  const { reportSchedule, databaseId: projectId } = settings
  const { canSend, nextReportAt, recipients, ...times } = reportSchedule
  const stored = {
    ...times,
    recipients: recipients.map(
      ({ email, locale, timezone }): TypedRecipient => ({ key: email, email, locale, timezone }),
    ),
  }
  const [chosen, setChosen] = useState(stored)
  const [{ data, fetching, error }, set] = useMutation(SET)
  const [test, sendTest] = useMutation(SEND_TEST)
  const change = (part: Partial<typeof stored>) => setChosen({ ...chosen, ...part })
  const save = (event: FormEvent) => {
    event.preventDefault()
    const typed = chosen.recipients
      .map((recipient) => ({ ...recipient, email: recipient.email.trim().toLowerCase() }))
      .filter(({ email }) => email !== '')
      .map((recipient) => ({ ...recipient, key: recipient.email }))
    setChosen({ ...chosen, recipients: typed })
    void set({
      input: { projectId, ...chosen, recipients: typed.map(({ key: _, ...recipient }) => recipient) },
    })
  }
  const unsubscribed = recipients.filter((recipient) => recipient.unsubscribed)
  const problem = problemOf(test.error)
  return (
    <fieldset className={styles.part} disabled={!mayManage}>
      <legend className="visually-hidden">Reports by email</legend>
      <form className={styles.form} onSubmit={save} noValidate>
        <h2>Reports by email</h2>
        {!canSend && <p>The installation has no mail server, so no reports are sent.</p>}
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.enabled}
            onChange={({ target }) => change({ enabled: target.checked })}
          />
          Send the report of the latest run by email
        </label>
        <div className={styles.time}>
          <Select
            label="Every"
            value={chosen.frequency}
            choices={[
              { value: 'WEEKLY', label: 'week' },
              { value: 'MONTHLY', label: 'month' },
            ]}
            onChange={(frequency) => change({ frequency: frequency === 'MONTHLY' ? 'MONTHLY' : 'WEEKLY' })}
          />
          {chosen.frequency === 'WEEKLY' ? (
            <Select
              label="On"
              value={String(chosen.dayOfWeek)}
              choices={DAYS.map((label, day) => ({ value: String(day), label }))}
              onChange={(day) => change({ dayOfWeek: Number(day) })}
            />
          ) : (
            <Select
              label="On day"
              value={String(chosen.dayOfMonth)}
              choices={DAYS_OF_MONTH.map((day) => ({ value: day, label: day }))}
              onChange={(day) => change({ dayOfMonth: Number(day) })}
            />
          )}
          <Select
            label="At"
            value={String(chosen.hour)}
            choices={HOURS}
            onChange={(hour) => change({ hour: Number(hour) })}
          />
          <Select
            label="Time zone"
            value={chosen.timezone}
            choices={TIME_ZONES}
            onChange={(timezone) => timezone && change({ timezone })}
          />
          <Select
            label="Numbers and dates as in"
            value={chosen.locale}
            choices={LOCALES}
            onChange={(locale) => locale && change({ locale })}
          />
        </div>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includeMembers}
            onChange={({ target }) => change({ includeMembers: target.checked })}
          />
          Send it to all members of the organization
        </label>
        <Recipients
          recipients={chosen.recipients}
          errors={problemOf(error)?.fieldErrors ?? {}}
          onChange={(typed) => change({ recipients: typed })}
        />
        {unsubscribed.length > 0 && (
          <p>
            Unsubscribed: {unsubscribed.map(({ email }) => email).join(', ')}. Only the recipients can
            subscribe again.
          </p>
        )}
        <p>
          {times.enabled && nextReportAt
            ? `The next report is sent on ${dayAndTime(nextReportAt)}.`
            : 'No report is scheduled.'}
        </p>
        <Saving
          changed={JSON.stringify(chosen) !== JSON.stringify(stored)}
          fetching={fetching}
          error={error}
          saved={data !== undefined}
        />
        <div className={styles.actions}>
          <Button
            type="button"
            busy={test.fetching}
            disabled={!canSend}
            onClick={() => void sendTest({ input: { projectId } })}
          >
            Send me a test
          </Button>
          <span role="status">
            {test.data && `A test is on its way to ${test.data.sendTestReport.reportDelivery.email}.`}
          </span>
          {problem && <span role="alert">{problem.message}</span>}
        </div>
      </form>
    </fieldset>
  )
}
