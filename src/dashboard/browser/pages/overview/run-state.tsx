import { Link, useParams } from '@tanstack/react-router'
import { count, dayAndTime, number, percent, percentRange } from '../../figures/format.ts'
import { isTooFew } from '../../figures/rate.tsx'
import { AnswersLink, type AnswersSearch } from '../../frame/answers-link.tsx'
import { Section } from '../../parts/page-header.tsx'
import { ProgressBar } from '../../progress/progress-bar.tsx'
import { hasEnded, STATUS_WORDS } from '../../progress/status.tsx'
import type { OverviewRun } from './documents/runs.ts'
import { filterNote } from './filter-note.ts'
import styles from './overview.module.css'
import { answersOf, type Shown } from './view.ts'

/** The progress of a run that has not ended; changes in place as the server reports it. */
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
          {run.status === 'QUEUED' ? 'A run waits to start' : 'A run is under way'}
        </Link>
        : {number(completed + failed)} of {count(total, 'question')} asked
        {failed > 0 && `, ${number(failed)} failed`}
      </span>
      <div className={styles.progress}>
        <ProgressBar label="Questions asked" total={total} answered={completed} failed={failed} />
      </div>
    </div>
  )
}

/** Why the brand is absent: five different things. */
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
    { id: 'notNamed', title: 'Not named', text: 'answers that leave it out', rate: absence.notNamed },
    { id: 'denied', title: 'Denied', text: 'answers that say nothing is known of it', rate: absence.denied },
    { id: 'refused', title: 'Refused', text: 'the provider declined to answer', rate: absence.refused },
    { id: 'notShown', title: 'Not shown', text: 'the surface showed no AI answer', rate: absence.notShown },
    { id: 'failed', title: 'Failed', text: 'an error; counts in no other figure', rate: absence.failed },
  ]
  return (
    <Section
      title={`Why ${brand} is absent`}
      note={`Five different things; only the first two are something that an assistant said. Each has its own denominator.${filterNote(view)}`}
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

/** How far the run can be trusted: what became of its questions. */
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
      title={`State of the run: ${STATUS_WORDS[run.status].toLowerCase()}`}
      note={hasEnded(run.status) ? `Ended ${dayAndTime(run.finishedAt)}.${filterNote(view)}` : undefined}
      actions={
        <Link
          to="/organizations/$organizationId/projects/$projectId/runs/$runId"
          params={{ ...params, runId: run.databaseId }}
        >
          About this run
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
