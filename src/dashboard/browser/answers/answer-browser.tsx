import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { CombinedError } from 'urql'
import type { AnswersSearch, ChangeSearch } from '../pages/answers/search.ts'
import { Button } from '../parts/button.tsx'
import { useMediaQuery } from '../parts/media-query.ts'
import { Failed, NothingMatches } from '../parts/states.tsx'
import { writeQuery } from '../routing/query-string.ts'
import styles from './answer-browser.module.css'
import { isFiltered, variablesOf, withoutFilters } from './filters/result-filter.ts'
import { AnswerList } from './list/answer-list.tsx'
import type { AnswerRow } from './list/row.ts'
import { useResults } from './list/use-results.ts'
import { OpenAnswer } from './reading/open-answer.tsx'
import type { AnswerSource, Entity } from './source.ts'
import { useEscape } from './use-escape.ts'

/** Rows that are drawn in grey until it is known how many there are. */
const ROWS_AT_FIRST = 12

/**
 * The answers of a run or a one-off analysis: list, answer and facts side by side; on narrow screens the list, and the answer
 * in its place. Filters and the open answer are in the URL.
 */
export function AnswerBrowser({
  source,
  entities,
  search,
  onSearch,
  edition,
  isRunning,
  recorded,
  showsReplicate,
  empty,
}: {
  source: AnswerSource
  /** The analysis brand first, then the competitors in their order. */
  entities: readonly Entity[]
  search: AnswersSearch
  onSearch: ChangeSearch
  /** Changes when the results have, other than by new ones. */
  edition: string
  /** While results arrive. */
  isRunning: boolean
  /** How many results there are by now. */
  recorded: number
  showsReplicate: boolean
  /** Shown when there are no results at all. */
  empty: ReactNode
}) {
  const isWide = useMediaQuery('(min-width: 1100px)')
  const [loaded, setLoaded] = useState(recorded)
  const [wasRunning] = useState(isRunning)
  const results = useResults(source, variablesOf(search), {
    edition: isRunning ? `running ${loaded}` : edition,
    // What was read while results arrived is out of date at the end as well.
    isFresh: isRunning || wasRunning,
  })
  const { rows, total, error, isStale, list } = results
  const asked = JSON.stringify([source, variablesOf(search)])
  const [noneFor, setNoneFor] = useState<string>()
  // While there is none the first answers appear by themselves: there is no list in which they would move something.
  if (total === 0 && !isStale) {
    if (noneFor !== asked) setNoneFor(asked)
    if (isRunning && loaded !== recorded) setLoaded(recorded)
  }
  // The words that there is none stay until the first answers are read.
  const isNone = total === 0 && (!isStale || noneFor === asked)
  const [cursor, setCursor] = useState<string>()
  const selected = search.answer ?? (isWide && !isStale ? rows[0]?.databaseId : undefined)
  const [focusAsked, setFocusAsked] = useState(0)
  const isOpen = selected !== undefined
  const onWant = useCallback((index: number) => list.want(index), [list])
  const move = (row: AnswerRow) => {
    setCursor(row.databaseId)
    if (isWide || isOpen) onSearch({ answer: row.databaseId }, { replace: true })
  }
  const open = (row: AnswerRow, isByKey: boolean) => {
    setCursor(row.databaseId)
    // A click on a row beside the answer leaves the arrows to the list.
    if (isByKey || !isWide) setFocusAsked((times) => times + 1)
    onSearch({ answer: row.databaseId }, { replace: isWide })
  }
  const close = () => onSearch({ answer: undefined, compare: undefined })
  useEscape(() => {
    if (search.compare) onSearch({ compare: undefined }, { replace: true })
    else if (!isWide && isOpen) close()
  })
  useEffect(() => {
    if (search.answer) setCursor(search.answer)
  }, [search.answer])

  if (error && rows.length === 0) {
    // Reading by the client fails with nothing else.
    return <Failed error={error as CombinedError} retry={list.retry} />
  }
  if (isNone && !search.answer) {
    return isFiltered(search) ? (
      <NothingMatches what="answers" clear={() => onSearch(withoutFilters())} />
    ) : (
      empty
    )
  }
  const fresh = isRunning ? recorded - loaded : 0
  const index = rows.findIndex(({ databaseId }) => databaseId === selected)
  return (
    <div
      className={styles.browser}
      data-comparing={search.compare !== undefined || undefined}
      data-open={isOpen || undefined}
    >
      <div className={styles.list} hidden={!isWide && isOpen}>
        {fresh > 0 && (
          <Button className={styles.fresh} onClick={() => setLoaded(recorded)}>
            Show {fresh} new
          </Button>
        )}
        <AnswerList
          rows={rows}
          total={total ?? ROWS_AT_FIRST}
          isStale={isStale && rows.length > 0}
          entityId={search.entity ?? 'brand'}
          current={selected}
          cursor={cursor}
          showsReplicate={showsReplicate}
          hrefOf={({ databaseId }) => writeQuery({ ...search, answer: databaseId, compare: undefined })}
          onWant={onWant}
          onMove={move}
          onOpen={open}
        />
        {error && (
          <p role="alert" className={styles.error}>
            Further answers could not be read. <Button onClick={list.retry}>Try again</Button>
          </p>
        )}
      </div>
      {selected !== undefined && (
        <OpenAnswer
          key={isWide ? 'wide' : selected}
          databaseId={selected}
          after={rows[index + 1]}
          entities={entities}
          search={search}
          onSearch={onSearch}
          focusAsked={focusAsked}
          onBack={isWide ? undefined : close}
        />
      )}
    </div>
  )
}
