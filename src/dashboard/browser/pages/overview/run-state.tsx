import { Link, useParams } from '@tanstack/react-router'
import { isTooFew } from '../../charts/rate.tsx'
import { Section } from '../../components/page-header.tsx'
import { count, dayAndTime, number, percent, percentRange } from '../../formatting/format.ts'
import { AnswersLink, type AnswersSearch } from '../../layout/answers-link.tsx'
import { ProgressBar } from '../../progress/progress-bar.tsx'
import { hasEnded, STATUS_WORDS } from '../../progress/status.tsx'
import type { OverviewRun } from './documents/runs.ts'
import { filterNote } from './filter-note.ts'
import styles from './overview.module.css'
import { answersOf, type Shown } from './view.ts'

/** The progress of an active run, updated live. */
export function LiveRun({ run }: { run: OverviewRun }) {
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  const { total, completed, failed } = run.progress
  return (
    <div className={styles.live} role="status">
      <span>
        <Link
          to="/organizations/$organizationId/projects/$projectId/runs/$runId"
          params={{ ...params, runId: run.databaseId }}
        >
          {run.status === 'QUEUED' ? 'A run is queued' : 'A run is in progress'}
        </Link>
        : {number(completed + failed)} of {count(total, 'question')} completed
        {failed > 0 && `, ${number(failed)} failed`}
      </span>
      <div className={styles.progress}>
        <ProgressBar label="Completed questions" total={total} answered={completed} failed={failed} />
      </div>
    </div>
  )
}

/** Breaks down why the brand is absent from answers. */
export function Absence({ view }: { view: Shown }) {
  const { point, run } = view
  const { absence } = point
  const brand = point.entities[0]?.name ?? 'the brand'
  const kinds: {
    id: NonNullable<AnswersSearch['absence']>
    title: string
    text: string
    rate: typeof absence.denied
  }[] = [
    { id: 'notNamed', title: 'Not mentioned', text: 'answers that leave it out', rate: absence.notNamed },
    {
      id: 'denied',
      title: 'Unknown',
      text: 'answers that say they do not know the brand',
      rate: absence.denied,
    },
    { id: 'refused', title: 'Refused', text: 'the provider declined to answer', rate: absence.refused },
    { id: 'notShown', title: 'Not shown', text: 'the provider showed no AI answer', rate: absence.notShown },
    { id: 'failed', title: 'Failed', text: 'an error; not included in other metrics', rate: absence.failed },
  ]
  return (
    <Section
      title={`Why ${brand} is absent`}
      note={`Five different reasons, each with its own total. Only the first two are something an assistant said.${filterNote(view)}`}
    >
      <dl className={styles.absence}>
        {kinds.map(({ id, title, text, rate }) => (
          <div key={id}>
            <dt>
              {title} <small>{text}</small>
            </dt>
            <dd>
              <AnswersLink search={answersOf(view, run.databaseId, { absence: id })}>
                {number(rate.numerator)} of {number(rate.denominator)}
              </AnswersLink>{' '}
              <small>
                {rate.numerator > 0 &&
                  !isTooFew(rate) &&
                  `${percent(rate.value)} ${percentRange(rate.low, rate.high)}`}
              </small>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** The outcomes of a run's questions, which show how complete its data is. */
export function RunCounts({ view }: { view: Shown }) {
  const { point, run } = view
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  const { total, ok, refused, notShown, failed } = point.resultCounts
  const counts: [title: string, value: number, status: AnswersSearch][] = [
    ['Refused', refused, { absence: 'refused' }],
    ['Not shown', notShown, { absence: 'notShown' }],
    ['Failed', failed, { absence: 'failed' }],
  ]
  return (
    <Section
      title={`Run status: ${STATUS_WORDS[run.status].toLowerCase()}`}
      note={hasEnded(run.status) ? `Finished ${dayAndTime(run.finishedAt)}.${filterNote(view)}` : undefined}
      actions={
        <Link
          to="/organizations/$organizationId/projects/$projectId/runs/$runId"
          params={{ ...params, runId: run.databaseId }}
        >
          Run details
        </Link>
      }
    >
      <dl className={styles.absence}>
        <div>
          <dt>Questions</dt>
          <dd>{number(total)}</dd>
        </div>
        <div>
          <dt>Answered</dt>
          <dd>
            <AnswersLink search={answersOf(view, run.databaseId)}>{number(ok)}</AnswersLink>
          </dd>
        </div>
        {counts.map(([title, value, search]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <AnswersLink search={answersOf(view, run.databaseId, search)}>{number(value)}</AnswersLink>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
