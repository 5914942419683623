import { isTooFew } from '../../charts/rate.tsx'
import { verdictSentence, verdictWords, writeDifference } from '../../charts/verdict-words.ts'
import { count, day, number, percent, percentRange } from '../../formatting/format.ts'
import { AnswersLink } from '../../layout/answers-link.tsx'
import { filterWords } from './filter-note.ts'
import styles from './overview.module.css'
import { promptsInOneOf } from './run-marks.ts'
import { answersOf, type Shown } from './view.ts'

/** The change of the mention rate, in points, for which the page estimates the required number of answers. */
const POINTS = 5

/** States how often the brand is mentioned and whether that changed, the most important finding of the page. */
export function Headline({ view }: { view: Shown }) {
  const { point, run } = view
  const brand = point.entities[0]?.name ?? ''
  const { mentionRate, sample } = point
  if (sample.answers === 0) {
    return (
      <p className={styles.verdict}>
        No answers in this run{view.filtered ? ' match these filters' : ''}, so there is no data for {brand}.
      </p>
    )
  }
  return (
    <>
      <p className={styles.verdict}>
        {brand} is mentioned in{' '}
        <AnswersLink search={answersOf(view, run.databaseId, { named: 'yes' })}>
          {isTooFew(mentionRate)
            ? count(mentionRate.numerator, 'answer')
            : `${percent(mentionRate.value)} of answers`}
        </AnswersLink>
        ,{' '}
        <span className={styles.soft}>
          {number(mentionRate.numerator)} of {number(mentionRate.denominator)}.
        </span>{' '}
        <Before view={view} />
      </p>
      <p className={styles.sub}>
        <Details view={view} />
      </p>
    </>
  )
}

/**
 * The mention rate in the run to compare with, and the verdict. If the runs asked different prompts, both rates are
 * over the common prompts, because the rates of all prompts would also differ if no answer changed.
 */
function Before({ view }: { view: Shown }) {
  const { point, previous, follows, change } = view
  if (!previous) {
    return (
      <span className={styles.soft}>This is the first run, so there is nothing to compare it with yet.</span>
    )
  }
  const when = follows ? 'in the previous run' : `on ${day(previous.completedAt)}`
  const words = change && <span title={verdictSentence(change)}>{verdictWords(change)}</span>
  const others = promptsInOneOf({ comparison: change, sample: point.sample }, previous)
  if (change && others > 0 && change.rate !== null && change.previousRate !== null) {
    return (
      <>
        On the {count(change.promptCount, 'prompt')} that both runs asked, it is {percent(change.rate)} and
        was {percent(change.previousRate)} {when}: {words}.
      </>
    )
  }
  const hasMoved = change?.verdict === 'MOVED'
  return (
    <>
      {change && hasMoved ? `${capitalized(verdictWords(change))} from ` : 'It was '}
      <AnswersLink search={answersOf(view, previous.runId, { named: 'yes' })}>
        {percent(previous.mentionRate.value)}
      </AnswersLink>{' '}
      {when}
      {change && !hasMoved && <>: {words}</>}.
    </>
  )
}

/**
 * The interval, the significance of the change, the answers needed to detect smaller changes, and providers with
 * changes.
 */
function Details({ view }: { view: Shown }) {
  const { point, previous, change, judgeable, parts, filtered } = view
  const { mentionRate, sample, answersNeeded } = point
  const sentences: string[] = filtered ? [`Filtered by ${filterWords(view)}.`] : []
  if (!isTooFew(mentionRate) && mentionRate.low !== null) {
    sentences.push(
      `The 95 % confidence interval is ${percentRange(mentionRate.low, mentionRate.high)}\u202f%.`,
    )
  }
  if (previous && !judgeable) {
    sentences.push('With more than one filter, changes are only judged against the previous run.')
  } else if (previous && change) {
    const others = promptsInOneOf({ comparison: change, sample }, previous)
    if (others > 0)
      sentences.push(
        `The prompts changed: ${count(others, 'prompt')} ${others === 1 ? 'was' : 'were'} asked in only one of the runs.`,
      )
    sentences.push(
      change.difference === null
        ? verdictSentence(change)
        : `Across the prompts in both runs, the difference is ${writeDifference('share', change)}.`,
    )
  }
  const needed = answersNeeded.changes.find(({ points }) => points === POINTS) ?? answersNeeded.changes[0]
  if (needed) {
    const more = needed.answers - sample.answers
    sentences.push(
      more > 0
        ? `To detect a change of ${needed.points} points, a run needs about ${count(roundUp(more), 'more answer')}.`
        : `It has enough answers to detect a change of ${needed.points} points.`,
    )
  }
  if (!filtered && parts) {
    const moved = (parts.metrics ?? []).filter(
      ({ comparison }) => (comparison.adjustedVerdict ?? comparison.verdict) === 'MOVED',
    )
    for (const { value, comparison } of moved) {
      const label = parts.providers.find(({ token }) => token === value)?.label ?? value
      sentences.push(`On ${label} it did change: ${writeDifference('share', comparison)}.`)
    }
  }
  return sentences.join(' ')
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Rounds an estimated number of answers up to tens, or to fifties from 100. */
function roundUp(answers: number): number {
  const step = answers < 100 ? 10 : 50
  return Math.ceil(answers / step) * step
}
