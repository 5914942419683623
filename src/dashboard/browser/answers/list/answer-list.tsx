import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, useCallback, useEffect, useRef } from 'react'
import styles from './answer-list.module.css'
import { AnswerRowLink } from './answer-row.tsx'
import { useListKeys } from './list-keys.ts'
import type { AnswerRow } from './row.ts'

/** Of a row, in pixels, and of the question above it, which stands once above rows that follow each other. */
const ROW_HEIGHT = 50
const PROMPT_HEIGHT = 30

/** Rows rendered above and below those that are seen. */
const OVERSCAN = 8

/** Rows that are read before they are looked at: half a page, so that scrolling seldom waits. */
const READ_AHEAD = 50

/**
 * The answers as a list of any length: only the rows that are seen are in the page. It has its full length from the start, and
 * rows that were not read yet are grey; so nothing moves when they come.
 */
export function AnswerList({
  rows,
  total,
  isStale,
  entityId,
  current,
  cursor,
  showsReplicate,
  hrefOf,
  onWant,
  onMove,
  onOpen,
}: {
  rows: readonly AnswerRow[]
  total: number
  /** Whether it shows what other filters have found, until the answers are there. */
  isStale: boolean
  entityId: string
  /** The databaseId of the answer that is open. */
  current: string | undefined
  /** That of the row that a key moved to last, which the URL follows; where it is not in the list, the open one counts. */
  cursor: string | undefined
  showsReplicate: boolean
  hrefOf: (row: AnswerRow) => string
  /** Called with the index of the last row that is looked at. */
  onWant: (index: number) => void
  /** A key moved to a row. */
  onMove: (row: AnswerRow) => void
  /** A row was clicked, or the key Enter pressed on it. */
  onOpen: (row: AnswerRow, isByKey: boolean) => void
}) {
  const region = useRef<HTMLElement>(null)
  const indexOf = (id: string | undefined) => rows.findIndex(({ databaseId }) => databaseId === id)
  const moved = indexOf(cursor)
  const index = moved < 0 ? indexOf(current) : moved
  const reachable = Math.max(index, 0)
  const isFirst = (at: number) => rows[at] !== undefined && rows[at].prompt !== rows[at - 1]?.prompt
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => region.current,
    estimateSize: (at) => ROW_HEIGHT + (isFirst(at) ? PROMPT_HEIGHT : 0),
    overscan: OVERSCAN,
    // A new function has all sizes estimated again, which depend on the rows that were read.
    getItemKey: useCallback((at: number) => rows[at]?.id ?? at, [rows]),
    // The row that the keyboard leads to is always there.
    rangeExtractor: useCallback((range: Range) => withRow(reachable, range), [reachable]),
  })
  const seen = virtualizer.getVirtualItems()
  const isWaiting = isStale || seen.some(({ index: at }) => rows[at] === undefined)
  const last = virtualizer.range?.endIndex ?? 0
  useEffect(() => onWant(last + READ_AHEAD), [last, onWant])
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [index, virtualizer])
  useListKeys({
    region,
    rows,
    index,
    onWant,
    onMove: (row, next) => {
      virtualizer.scrollToIndex(next, { align: 'auto' })
      onMove(row)
      focusRow(region.current, row.databaseId)
    },
  })
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-answer]') : null
    const row = rows.find(({ databaseId }) => databaseId === link?.dataset.answer)
    if (!row) return
    event.preventDefault()
    onOpen(row, event.detail === 0)
  }
  return (
    <section ref={region} className={styles.region} aria-label="List of answers" aria-busy={isWaiting}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter clicks the links inside. */}
      <ul
        className={[styles.rows, isStale && styles.stale].filter(Boolean).join(' ')}
        style={{ height: virtualizer.getTotalSize() }}
        onClick={open}
      >
        {seen.map(({ index: at, start, size }) => {
          const row = rows[at]
          return (
            <li
              key={row?.id ?? at}
              style={{ transform: `translateY(${start}px)`, height: size }}
              aria-setsize={total}
              aria-posinset={at + 1}
            >
              {row ? (
                <AnswerRowLink
                  row={row}
                  isFirst={isFirst(at)}
                  entityId={entityId}
                  href={hrefOf(row)}
                  isCurrent={row.databaseId === current}
                  isReachable={at === reachable}
                  showsReplicate={showsReplicate}
                />
              ) : (
                <span className={styles.waiting}>
                  <span />
                  <span />
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function withRow(row: number, range: Range): number[] {
  const indexes = new Set([row, ...defaultRangeExtractor(range)])
  return [...indexes].filter((index) => index < range.count).sort((a, b) => a - b)
}

/** Gives a row the focus, at once if it is there: the next key may already be pressed. */
function focusRow(region: HTMLElement | null, id: string): void {
  const find = () => region?.querySelector<HTMLElement>(`[data-answer="${CSS.escape(id)}"]`)
  const focus = () => find()?.focus({ preventScroll: true })
  if (find()) focus()
  else requestAnimationFrame(focus)
}
