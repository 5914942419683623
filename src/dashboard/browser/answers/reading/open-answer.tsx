import { useEffect, useMemo, useRef, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { problemOf } from '../../graphql/problem.ts'
import type { AnswersSearch, ChangeSearch } from '../../pages/answers/search.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Failed, Message, Skeleton } from '../../parts/states.tsx'
import { writeQuery } from '../../routing/query-string.ts'
import styles from '../answer-browser.module.css'
import { ComparedAnswers } from '../difference/compared-answers.tsx'
import { AnswerFacts } from '../facts/answer-facts.tsx'
import type { AnswerRow } from '../list/row.ts'
import type { Entity } from '../source.ts'
import { AdjacentLinks } from './adjacent-links.tsx'
import { READ_ANSWER } from './answer.ts'
import { coloursOf } from './colours.ts'
import { RawDialog } from './raw-dialog.tsx'
import { ReadingPane } from './reading-pane.tsx'

/** How long an answer is looked at before the next one is read ahead, in milliseconds. */
const PAUSE = 150

/** An answer beside its facts, or beside the answer of the run before. */
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
  /** The next one in the list, which is read ahead. */
  after: AnswerRow | undefined
  entities: readonly Entity[]
  search: AnswersSearch
  onSearch: ChangeSearch
  /** How often the keyboard was asked to go to the answer; it goes once that is there. */
  focusAsked: number
  /** Leads back to the list, where that is not beside the answer. */
  onBack: (() => void) | undefined
}) {
  const [{ data, error, fetching }, retry] = useQuery({
    query: READ_ANSWER,
    variables: { id: databaseId },
  })
  const found = data?.result
  const answer = found?.databaseId === databaseId ? found : null
  const colours = useMemo(() => coloursOf(entities), [entities])
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
  useReadAhead(after)

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
            <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />
          ) : fetching || found ? (
            <Skeleton height={480} />
          ) : (
            <Message
              title="This answer is not here"
              text="The link is wrong, or the project it belonged to was deleted."
            />
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
          colours={colours}
          heading={heading}
          back={back}
        >
          {actions}
        </ComparedAnswers>
      ) : (
        <>
          {back}
          <div className={styles.pane} key={databaseId}>
            <ReadingPane answer={answer} colours={colours} heading={heading}>
              {actions}
            </ReadingPane>
          </div>
          <div className={styles.facts}>
            <AnswerFacts answer={answer} colours={colours} onRaw={() => setShowsRaw(true)} />
          </div>
        </>
      )}
      {showsRaw && <RawDialog id={answer.id} onClose={() => setShowsRaw(false)} />}
    </>
  )
}

/** Reads the next answer of the list before it is opened. */
function useReadAhead(after: AnswerRow | undefined): void {
  const client = useClient()
  const id = after?.databaseId
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => {
      void client.query(READ_ANSWER, { id }, { requestPolicy: 'cache-first' }).toPromise()
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [client, id])
}
