import { type ReactNode, type RefObject, useMemo } from 'react'
import { useQuery } from 'urql'
import { Failed, Skeleton } from '../../components/states.tsx'
import { day } from '../../formatting/format.ts'
import { graphql } from '../../graphql/graphql.ts'
import { Changes } from '../difference/changes.tsx'
import { differenceOf } from '../difference/text-difference.ts'
import { ANSWER, type Answer } from '../model/answer.ts'
import styles from '../model/answer-browser.module.css'
import type { Colors } from '../model/colors.ts'
import { AnswerPane } from './answer-pane.tsx'

const PREVIOUS_ANSWER = graphql(
  `
    query PreviousAnswer($id: ID!) {
      result(id: $id) {
        ...Answer
      }
    }
  `,
  [ANSWER],
)

/** Approximate height of the list of changes, in pixels. */
const CHANGES_HEIGHT = 96

/** Compares an answer with the one from the previous run: a list of changes, and both answers side by side. */
export function ComparedAnswers({
  answer,
  previousId,
  colors,
  heading,
  back,
  children,
}: {
  answer: Answer
  /** Global id of the previous answer. */
  previousId: string
  colors: Colors
  heading: RefObject<HTMLHeadingElement | null>
  back: ReactNode
  /** Actions of the current answer. */
  children: ReactNode
}) {
  const [{ data, error }, retry] = useQuery({ query: PREVIOUS_ANSWER, variables: { id: previousId } })
  const previous = data?.result?.id === previousId ? data.result : null
  const difference = useMemo(() => {
    return previous && differenceOf(previous.answer ?? '', answer.answer ?? '')
  }, [previous, answer])
  const added = useMemo(
    () => difference && ({ kind: 'added', spans: difference.added } as const),
    [difference],
  )
  const removed = useMemo(
    () => difference && ({ kind: 'removed', spans: difference.removed } as const),
    [difference],
  )
  return (
    <>
      <div className={styles.changes}>
        {back}
        {previous ? (
          <Changes before={previous} after={answer} />
        ) : (
          !error && <Skeleton height={CHANGES_HEIGHT} label="" />
        )}
      </div>
      <div className={styles.pane}>
        <AnswerPane
          answer={answer}
          colors={colors}
          heading={heading}
          title={answer.run?.finishedAt ? `Run of ${day(answer.run.finishedAt)}` : 'This run'}
          changed={added ?? undefined}
        >
          {children}
        </AnswerPane>
      </div>
      <div className={styles.facts}>
        {previous ? (
          <AnswerPane
            answer={previous}
            colors={colors}
            title={`Previous run, ${day(previous.run?.finishedAt)}`}
            changed={removed ?? undefined}
          />
        ) : error ? (
          <Failed error={error} retry={retry} />
        ) : (
          <Skeleton height={480} />
        )}
      </div>
    </>
  )
}
