import { Fragment, lazy, type ReactNode, type RefObject, Suspense, useMemo } from 'react'
import { CopyButton } from '../../components/copy-button.tsx'
import { Skeleton } from '../../components/states.tsx'
import { dayAndTime } from '../../formatting/format.ts'
import { locationName } from '../../formatting/location.ts'
import type { Answer } from '../model/answer.ts'
import type { Colors } from '../model/colors.ts'
import { LOCATION_APPLIED } from '../model/words.ts'
import type { Mark, Span } from '../text/marks.ts'
import { marksOf } from './answer-marks.ts'
import styles from './answer-pane.module.css'
import { NoAnswer } from './no-answer.tsx'

// The Markdown parser is loaded when the first answer is opened.
const AnswerText = lazy(() =>
  import('../text/answer-text.tsx').then((module) => ({ default: module.AnswerText })),
)

/** Shows a question and its answer with all marks. */
export function AnswerPane({
  answer,
  colors,
  title,
  changed,
  heading,
  children,
}: {
  answer: Answer
  colors: Colors
  /** Shown above the question, for example the date of the run. */
  title?: string
  /** Passages that differ from the answer shown next to this one. */
  changed?: { kind: 'added' | 'removed'; spans: readonly Span[] } | undefined
  heading?: RefObject<HTMLHeadingElement | null>
  /** Additional actions. */
  children?: ReactNode
}) {
  const marks = useMemo(() => {
    const prefix = `${answer.databaseId}-`
    const differences = (changed?.spans ?? []).map(
      (span, index): Mark => ({ ...span, kind: changed?.kind ?? 'added', id: `${prefix}change-${index}` }),
    )
    return [...marksOf(answer, prefix), ...differences]
  }, [answer, changed])
  const { status, promptText, partial, unrecognized, answer: text } = answer
  return (
    <article className={styles.pane} aria-label={title ?? 'Answer'}>
      <header className={styles.head}>
        {title && <p className={styles.title}>{title}</p>}
        <h2 ref={heading} tabIndex={-1}>
          {promptText}
        </h2>
        <p className={styles.meta}>
          {askedOf(answer).map((part, index) => (
            <Fragment key={part}>
              {index > 0 && ' · '}
              <bdi>{part}</bdi>
            </Fragment>
          ))}
        </p>
        <div className={styles.actions}>
          {text !== null && <CopyButton text={text} label="Copy answer" />}
          {children}
        </div>
      </header>
      {partial && (
        <p className={styles.partial}>The answer was cut off. Only the part shown here was analyzed.</p>
      )}
      {unrecognized.length > 0 && (
        <p className={styles.partial}>
          The response also contains items that this version does not show: {unrecognized.join(', ')}.
        </p>
      )}
      {(status !== 'OK' || text === null) && <NoAnswer answer={answer} />}
      {text !== null && text !== '' && (
        <Suspense fallback={<Skeleton height={320} />}>
          <AnswerText answer={text} marks={marks} colors={colors} />
        </Suspense>
      )}
    </article>
  )
}

/** Returns provider, model, country and time as short texts. */
function askedOf({ provider, model, location, locationApplied, answeredAt, replicate }: Answer): string[] {
  const { requested, reported } = model
  const asked =
    requested && reported && requested !== reported
      ? `requested ${requested}, answered by ${reported}`
      : (reported ?? requested)
  const applied = locationApplied && LOCATION_APPLIED[locationApplied]
  return [
    provider.label,
    asked,
    [locationName(location), applied].filter(Boolean).join(', '),
    answeredAt && dayAndTime(answeredAt),
    replicate > 1 && `repetition ${replicate}`,
  ].filter((part) => typeof part === 'string')
}
