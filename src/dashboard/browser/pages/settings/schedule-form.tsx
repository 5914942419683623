import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { Select } from '../../components/select.tsx'
import { dayAndTime } from '../../formatting/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { Saving } from './saving.tsx'
import styles from './settings.module.css'

/** Fields of the schedule form. */
export const SCHEDULE = graphql(`
  fragment ScheduleSettings on Project @_unmask {
    id
    databaseId
    schedule {
      enabled
      dayOfWeek
      hour
      minute
      nextRunAt
    }
  }
`)

const SET = graphql(
  `
    mutation SetSchedule($input: SetScheduleInput!) {
      setSchedule(input: $input) {
        project {
          ...ScheduleSettings
        }
      }
    }
  `,
  [SCHEDULE],
)

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** A form for the weekly schedule of the project's runs. */
export function ScheduleForm({ settings }: { settings: ResultOf<typeof SCHEDULE> }) {
  const { enabled, dayOfWeek, hour, minute, nextRunAt } = settings.schedule
  const stored = { enabled, dayOfWeek, hour, minute }
  const [chosen, setChosen] = useState(stored)
  const [{ data, fetching, error }, set] = useMutation(SET)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void set({ input: { projectId: settings.databaseId, ...chosen } })
  }
  return (
    <form className={styles.form} onSubmit={save}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={chosen.enabled}
          onChange={({ target }) => setChosen({ ...chosen, enabled: target.checked })}
        />
        Run all active prompts once a week
      </label>
      <div className={styles.time}>
        <Select
          label="On"
          value={String(chosen.dayOfWeek)}
          choices={DAYS.map((label, day) => ({ value: String(day), label }))}
          onChange={(day) => setChosen({ ...chosen, dayOfWeek: Number(day) })}
        />
        <label className={styles.check}>
          at
          <input
            type="time"
            aria-label="Time in UTC"
            required
            value={`${twoDigits(chosen.hour)}:${twoDigits(chosen.minute)}`}
            onChange={({ target }) => {
              const [hour, minute] = target.value.split(':').map(Number)
              if (hour !== undefined && minute !== undefined) setChosen({ ...chosen, hour, minute })
            }}
            className={styles.clock}
          />
          UTC
        </label>
      </div>
      <p>
        {enabled && nextRunAt ? `The next run starts on ${dayAndTime(nextRunAt)}.` : 'No run is scheduled.'}
      </p>
      <Saving
        changed={JSON.stringify(chosen) !== JSON.stringify(stored)}
        fetching={fetching}
        error={error}
        saved={data !== undefined}
        effect={
          chosen.enabled
            ? null
            : 'Without weekly runs, the trend has gaps. You can turn them on again at any time.'
        }
      />
    </form>
  )
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
