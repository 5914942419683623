import { Fragment, lazy, type ReactNode, type RefObject, Suspense, useMemo } from 'react'
import { country, dayAndTime } from '../../figures/format.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Skeleton } from '../../parts/states.tsx'
import type { Mark, Span } from '../text/marks.ts'
import { LOCATION_APPLIED } from '../words.ts'
import type { Answer } from './answer.ts'
import { marksOf } from './answer-marks.ts'
import type { Colours } from './colours.ts'
import { NoAnswer } from './no-answer.tsx'
import styles from './reading-pane.module.css'

// The reader of Markdown comes with the first answer that is opened.
const AnswerText = lazy(() =>
  import('../text/answer-text.tsx').then((module) => ({ default: module.AnswerText })),
)

/** An answer as it was written, below its question. */
export function ReadingPane({
  answer,
  colours,
  title,
  changed,
  heading,
  children,
}: {
  answer: Answer
  colours: Colours
  /** Said above the question, such as of which run it is. */
  title?: string
  /** Stretches that the answer beside it does not have. */
  changed?: { kind: 'added' | 'removed'; spans: readonly Span[] } | undefined
  heading?: RefObject<HTMLHeadingElement | null>
  /** Further actions. */
  children?: ReactNode
}) {
  const marks = useMemo(() => {
    const prefix = `${answer.databaseId}-`
    const differences = (changed?.spans ?? []).map(
      (span, index): Mark => ({ ...span, kind: changed?.kind ?? 'added', id: `${prefix}change-${index}` }),
    )
    return [...marksOf(answer, prefix), ...differences]
  }, [answer, changed])
  const { status, prompt, partial, answer: text } = answer
  return (
    <article className={styles.pane} aria-label={title ?? 'Answer'}>
      <header className={styles.head}>
        {title && <p className={styles.title}>{title}</p>}
        <h2 ref={heading} tabIndex={-1}>
          {prompt}
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
      {partial && <p className={styles.partial}>The answer was cut off; what is here was read.</p>}
      {status !== 'OK' && <NoAnswer answer={answer} />}
      {text !== null && text !== '' && (
        <Suspense fallback={<Skeleton height={320} />}>
          <AnswerText answer={text} marks={marks} colours={colours} />
        </Suspense>
      )}
    </article>
  )
}

/** Who was asked, from where and when. */
function askedOf({ provider, model, location, locationApplied, answeredAt, replicate }: Answer): string[] {
  const { requested, reported } = model
  const asked =
    requested && reported && requested !== reported
      ? `${requested} asked, ${reported} answered`
      : (reported ?? requested)
  const applied = locationApplied && LOCATION_APPLIED[locationApplied]
  return [
    provider.label,
    asked,
    [country(location), applied].filter(Boolean).join(', '),
    answeredAt && dayAndTime(answeredAt),
    replicate > 1 && `repetition ${replicate}`,
  ].filter((part) => typeof part === 'string')
}
