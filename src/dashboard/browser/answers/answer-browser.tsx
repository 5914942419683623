import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { CombinedError } from 'urql'
import { Button } from '../components/button.tsx'
import { useMediaQuery } from '../components/media-query.ts'
import { Failed, NothingMatches } from '../components/states.tsx'
import type { AnswersSearch, ChangeSearch } from '../routing/answer-search.ts'
import { writeQuery } from '../routing/query-string.ts'
import { OpenAnswer } from './detail/open-answer.tsx'
import { isFiltered, variablesOf, withoutFilters } from './filters/result-filter.ts'
import { AnswerList } from './list/answer-list.tsx'
import { useResults } from './list/use-results.ts'
import styles from './model/answer-browser.module.css'
import type { AnswerRow } from './model/row.ts'
import type { AnswerSource, Entity } from './model/source.ts'
import { useEscape } from './use-escape.ts'

/** Number of placeholder rows shown until the total is known. */
const ROWS_AT_FIRST = 12

/** Returns the row to open first: among the visible ones, the first that mentions the brand, or that has an answer. */
function firstToOpen(rows: readonly AnswerRow[]): AnswerRow | undefined {
  const visible = rows.slice(0, ROWS_AT_FIRST)
  return (
    visible.find((row) => row?.brand?.mentioned) ?? visible.find((row) => row?.status === 'OK') ?? visible[0]
  )
}

/**
 * Shows the answers of a run or a one-off analysis: list, answer and details side by side. On narrow screens the open
 * answer replaces the list. Filters and the open answer are stored in the URL.
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
  /** The brand first, then the competitors in project order. */
  entities: readonly Entity[]
  search: AnswersSearch
  onSearch: ChangeSearch
  /** Changes when existing results were updated, for example by re-analysis. */
  edition: string
  /** Whether results are still arriving. */
  isRunning: boolean
  /** Number of results recorded so far. */
  recorded: number
  showsReplicate: boolean
  /** Shown when there are no results and no filters. */
  empty: ReactNode
}) {
  const isWide = useMediaQuery('(min-width: 1100px)')
  const [loaded, setLoaded] = useState(recorded)
  const [wasRunning] = useState(isRunning)
  const results = useResults(source, variablesOf(search, source), {
    edition: isRunning ? `running ${loaded}` : edition,
    // Pages cached while results were arriving stay outdated after the run ends, so they are fetched again.
    isFresh: isRunning || wasRunning,
  })
  const { rows, total, error, isStale, list } = results
  const asked = JSON.stringify([source, variablesOf(search, source)])
  const [noneFor, setNoneFor] = useState<string>()
  // As long as the list is empty, the first answers appear automatically; there are no rows that would shift.
  if (total === 0 && !isStale) {
    if (noneFor !== asked) setNoneFor(asked)
    if (isRunning && loaded !== recorded) setLoaded(recorded)
  }
  // Keep the empty state until the first answers have loaded.
  const isNone = total === 0 && (!isStale || noneFor === asked)
  const [cursor, setCursor] = useState<string>()
  const selected = search.answer ?? (isWide && !isStale ? firstToOpen(rows)?.databaseId : undefined)
  const [focusAsked, setFocusAsked] = useState(0)
  const isOpen = selected !== undefined
  const onWant = useCallback((index: number) => list.want(index), [list])
  const move = (row: AnswerRow) => {
    setCursor(row.databaseId)
    if (isWide || isOpen) onSearch({ answer: row.databaseId }, { replace: true })
  }
  const open = (row: AnswerRow, isByKey: boolean) => {
    setCursor(row.databaseId)
    // Keep the focus in the list after a click in the wide layout, so the arrow keys still move through the list.
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
    // `client.query` only ever rejects with a `CombinedError`.
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
            More answers could not be loaded. <Button onClick={list.retry}>Try again</Button>
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
