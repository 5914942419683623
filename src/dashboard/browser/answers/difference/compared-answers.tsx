import { type ReactNode, type RefObject, useMemo } from 'react'
import { useQuery } from 'urql'
import { day } from '../../figures/format.ts'
import { graphql } from '../../graphql/graphql.ts'
import { Failed, Skeleton } from '../../parts/states.tsx'
import styles from '../answer-browser.module.css'
import { ANSWER, type Answer } from '../reading/answer.ts'
import type { Colours } from '../reading/colours.ts'
import { ReadingPane } from '../reading/reading-pane.tsx'
import { Changes } from './changes.tsx'
import { differenceOf } from './text-difference.ts'

const READ_OTHER = graphql(
  `
    query ReadOtherAnswer($id: ID!) {
      result(id: $id) {
        ...Answer
      }
    }
  `,
  [ANSWER],
)

/** About the height of what differs, in pixels. */
const CHANGES_HEIGHT = 96

/** What differs between an answer and that of the run before, and both side by side. */
export function ComparedAnswers({
  answer,
  previousId,
  colours,
  heading,
  back,
  children,
}: {
  answer: Answer
  /** The global id of the other. */
  previousId: string
  colours: Colours
  heading: RefObject<HTMLHeadingElement | null>
  back: ReactNode
  /** The actions of the answer. */
  children: ReactNode
}) {
  const [{ data, error }, retry] = useQuery({ query: READ_OTHER, variables: { id: previousId } })
  const other = data?.result?.id === previousId ? data.result : null
  const difference = useMemo(() => {
    return other && differenceOf(other.answer ?? '', answer.answer ?? '')
  }, [other, answer])
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
        {other ? (
          <Changes before={other} after={answer} />
        ) : (
          !error && <Skeleton height={CHANGES_HEIGHT} label="" />
        )}
      </div>
      <div className={styles.pane}>
        <ReadingPane
          answer={answer}
          colours={colours}
          heading={heading}
          title={answer.run?.finishedAt ? `Run of ${day(answer.run.finishedAt)}` : 'This run'}
          changed={added ?? undefined}
        >
          {children}
        </ReadingPane>
      </div>
      <div className={styles.facts}>
        {other ? (
          <ReadingPane
            answer={other}
            colours={colours}
            title={`Previous run, ${day(other.run?.finishedAt)}`}
            changed={removed ?? undefined}
          />
        ) : error ? (
          <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />
        ) : (
          <Skeleton height={480} />
        )}
      </div>
    </>
  )
}
