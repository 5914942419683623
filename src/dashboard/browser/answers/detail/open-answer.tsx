import { useEffect, useMemo, useRef, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Failed, Message, Skeleton } from '../../components/states.tsx'
import { problemOf } from '../../graphql/problem.ts'
import type { AnswersSearch, ChangeSearch } from '../../routing/answer-search.ts'
import { writeQuery } from '../../routing/query-string.ts'
import { AnswerFacts } from '../facts/answer-facts.tsx'
import { ANSWER_QUERY } from '../model/answer.ts'
import styles from '../model/answer-browser.module.css'
import { colorsOf } from '../model/colors.ts'
import type { AnswerRow } from '../model/row.ts'
import type { Entity } from '../model/source.ts'
import { AdjacentLinks } from './adjacent-links.tsx'
import { AnswerPane } from './answer-pane.tsx'
import { ComparedAnswers } from './compared-answers.tsx'
import { RawDialog } from './raw-dialog.tsx'

/** How long an answer stays open before the next one is prefetched, in milliseconds. */
const PAUSE = 150

/** Shows the open answer, either with its details or compared with the answer from the previous run. */
export function OpenAnswer({
  databaseId,
  after,
  entities,
  search,
  onSearch,
  focusAsked,
  onBack,
}: {
  databaseId: string
  /** The next answer in the list, which is prefetched. */
  after: AnswerRow | undefined
  entities: readonly Entity[]
  search: AnswersSearch
  onSearch: ChangeSearch
  /** Incremented when the keyboard focus should move to the answer; the focus moves once the answer has loaded. */
  focusAsked: number
  /** Returns to the list. Only set in the narrow layout, where the answer replaces the list. */
  onBack: (() => void) | undefined
}) {
  const [{ data, error, fetching }, retry] = useQuery({
    query: ANSWER_QUERY,
    variables: { id: databaseId },
  })
  const result = data?.result
  const answer = result?.databaseId === databaseId ? result : null
  const colors = useMemo(() => colorsOf(entities), [entities])
  const [showsRaw, setShowsRaw] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = answer !== null
  const focused = useRef(0)
  const hasList = onBack === undefined
  useEffect(() => {
    if (!isThere || focused.current === focusAsked) return
    focused.current = focusAsked
    heading.current?.focus({ preventScroll: hasList })
  }, [isThere, focusAsked, hasList])
  usePrefetchedAnswer(after)

  const back = onBack && (
    <Button className={styles.back} onClick={onBack}>
      ← Back to the list
    </Button>
  )
  if (!answer) {
    return (
      <div>
        {back}
        <div className={styles.pane}>
          {error && problemOf(error)?.code !== 'NOT_FOUND' ? (
            <Failed error={error} retry={retry} />
          ) : fetching || result ? (
            <Skeleton height={480} />
          ) : (
            <Message title="Answer not found" text="The link is wrong, or the project was deleted." />
          )}
        </div>
      </div>
    )
  }
  const { previous, next } = answer
  const isComparing = search.compare === 'previous' && previous !== null
  const actions = (
    <>
      <CopyButton
        text={`${location.origin}${location.pathname}${writeQuery({ ...search, answer: databaseId })}`}
        label="Copy link"
      />
      <AdjacentLinks
        previous={previous}
        next={next}
        isComparing={isComparing}
        onCompare={(compare) => onSearch({ answer: databaseId, compare }, { replace: true })}
        onOpen={(run, id) => onSearch({ run, answer: id, compare: undefined })}
      />
    </>
  )
  return (
    <>
      {isComparing ? (
        <ComparedAnswers
          answer={answer}
          previousId={previous.id}
          colors={colors}
          heading={heading}
          back={back}
        >
          {actions}
        </ComparedAnswers>
      ) : (
        <>
          {back}
          <div className={styles.pane} key={databaseId}>
            <AnswerPane answer={answer} colors={colors} heading={heading}>
              {actions}
            </AnswerPane>
          </div>
          <div className={styles.facts}>
            <AnswerFacts answer={answer} colors={colors} onRaw={() => setShowsRaw(true)} />
          </div>
        </>
      )}
      {showsRaw && <RawDialog id={answer.id} onClose={() => setShowsRaw(false)} />}
    </>
  )
}

/** Prefetches the next answer in the list. */
function usePrefetchedAnswer(after: AnswerRow | undefined): void {
  const client = useClient()
  const id = after?.databaseId
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => {
      void client.query(ANSWER_QUERY, { id }, { requestPolicy: 'cache-first' }).toPromise()
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [client, id])
}
