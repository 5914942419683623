import { count, day, number, percent, percentRange } from '../../figures/format.ts'
import { isTooFew } from '../../figures/rate.tsx'
import { verdictSentence, verdictWords, writeDifference } from '../../figures/verdict-words.ts'
import { AnswersLink } from '../../frame/answers-link.tsx'
import { filterWords } from './filter-note.ts'
import styles from './overview.module.css'
import { answersOf, type Shown } from './view.ts'

/** The change of the mention rate, in points, for which the page says how many answers it takes. */
const POINTS = 5

/** Whether the brand is in the answers, and whether that changed: the first thing the page says. */
export function Headline({ view }: { view: Shown }) {
  const { point, run, previous, follows, change } = view
  const brand = point.entities[0]?.name ?? ''
  const { mentionRate, sample } = point
  if (sample.answers === 0) {
    return (
      <p className={styles.verdict}>
        No answers in this run{view.filtered ? ' match these filters' : ''}, so nothing can be said of {brand}
        .
      </p>
    )
  }
  return (
    <>
      <p className={styles.verdict}>
        {brand} is named in{' '}
        <AnswersLink search={answersOf(view, run.databaseId, { named: 'yes' })}>
          {isTooFew(mentionRate)
            ? count(mentionRate.numerator, 'answer')
            : `${percent(mentionRate.value)} of answers`}
        </AnswersLink>
        ,{' '}
        <span className={styles.soft}>
          {number(mentionRate.numerator)} of {number(mentionRate.denominator)}.
        </span>{' '}
        {previous ? (
          <>
            {follows ? 'In the run before' : `On ${day(previous.completedAt)}`} it was{' '}
            <AnswersLink search={answersOf(view, previous.runId, { named: 'yes' })}>
              {percent(previous.mentionRate.value)}
            </AnswersLink>
            {change ? (
              <>
                : <span title={verdictSentence(change)}>{verdictWords(change)}</span>.
              </>
            ) : (
              '.'
            )}
          </>
        ) : (
          <span className={styles.soft}>
            It is the first run, so there is nothing to compare it with yet.
          </span>
        )}
      </p>
      <p className={styles.sub}>
        <Details view={view} />
      </p>
    </>
  )
}

/** The interval, what the change is worth, what it would take to know more, and where it did move. */
function Details({ view }: { view: Shown }) {
  const { point, previous, change, judgeable, parts, filtered } = view
  const { mentionRate, sample, answersNeeded } = point
  const sentences: string[] = filtered ? [`Filtered by ${filterWords(view)}.`] : []
  if (!isTooFew(mentionRate) && mentionRate.low !== null) {
    sentences.push(
      `With 95 % confidence it is ${percentRange(mentionRate.low, mentionRate.high)}\u2009% of what these prompts bring.`,
    )
  }
  if (previous && !judgeable) {
    sentences.push('With more than one filter a change is judged against the run right before only.')
  } else if (previous && change) {
    sentences.push(
      change.difference === null
        ? verdictSentence(change)
        : `The difference on what both runs asked is ${writeDifference('share', change)}.`,
    )
  }
  const needed = answersNeeded.changes.find(({ points }) => points === POINTS) ?? answersNeeded.changes[0]
  if (needed) {
    const more = needed.answers - sample.answers
    sentences.push(
      more > 0
        ? `To tell a change of ${needed.points} points from chance, a run needs about ${count(roundUp(more), 'more answer')}.`
        : `It has enough answers to tell a change of ${needed.points} points from chance.`,
    )
  }
  if (!filtered && parts) {
    const moved = (parts.metrics ?? []).filter(
      ({ comparison }) => (comparison.adjustedVerdict ?? comparison.verdict) === 'MOVED',
    )
    for (const { value, comparison } of moved) {
      const label = parts.providers.find(({ token }) => token === value)?.label ?? value
      sentences.push(`On ${label} it did move: ${writeDifference('share', comparison)}.`)
    }
  }
  return sentences.join(' ')
}

/** Numbers of answers that are estimates are said in tens, from 100 on in fifties. */
function roundUp(answers: number): number {
  const step = answers < 100 ? 10 : 50
  return Math.ceil(answers / step) * step
}
