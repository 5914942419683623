import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, useCallback, useEffect, useRef } from 'react'
import type { AnswerRow } from '../model/row.ts'
import styles from './answer-list.module.css'
import { AnswerRowLink } from './answer-row.tsx'
import { useListKeys } from './list-keys.ts'

/** Heights in pixels: of a row, and of the question above the first of its rows. */
const ROW_HEIGHT = 50
const PROMPT_HEIGHT = 30

/** Rows rendered above and below the visible ones. */
const OVERSCAN = 8

/** Rows prefetched below the visible ones: half a page, so that scrolling seldom waits. */
const PREFETCH_ROWS = 50

/**
 * A virtualized list of answers; only visible rows are in the DOM. The list has its full length from the start and
 * shows placeholders for rows that are not loaded yet, so nothing moves when they arrive.
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
  /** Whether the rows still belong to the previous filters, because new ones are loading. */
  isStale: boolean
  entityId: string
  /** The databaseId of the open answer. */
  current: string | undefined
  /**
   * The databaseId of the row last reached by keyboard, which the URL follows. If it is not in the list, the open
   * answer counts.
   */
  cursor: string | undefined
  showsReplicate: boolean
  hrefOf: (row: AnswerRow) => string
  /** Called with the index of the last row to load. */
  onWant: (index: number) => void
  /** Called when the keyboard moves to a row. */
  onMove: (row: AnswerRow) => void
  /** Called when a row is clicked, or when Enter is pressed on it. */
  onOpen: (row: AnswerRow, isByKey: boolean) => void
}) {
  const region = useRef<HTMLElement>(null)
  const indexOf = (id: string | undefined) => rows.findIndex(({ databaseId }) => databaseId === id)
  const moved = indexOf(cursor)
  const index = moved < 0 ? indexOf(current) : moved
  const reachable = Math.max(index, 0)
  const isFirst = (at: number) => rows[at] !== undefined && rows[at].promptText !== rows[at - 1]?.promptText
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => region.current,
    estimateSize: (at) => ROW_HEIGHT + (isFirst(at) ? PROMPT_HEIGHT : 0),
    overscan: OVERSCAN,
    // A new function makes the virtualizer estimate all sizes again; they depend on the loaded rows.
    getItemKey: useCallback((at: number) => rows[at]?.id ?? at, [rows]),
    // The row that Tab focuses is always rendered.
    rangeExtractor: useCallback((range: Range) => withRow(reachable, range), [reachable]),
  })
  const seen = virtualizer.getVirtualItems()
  const isWaiting = isStale || seen.some(({ index: at }) => rows[at] === undefined)
  const last = virtualizer.range?.endIndex ?? 0
  useEffect(() => onWant(last + PREFETCH_ROWS), [last, onWant])
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
    <section ref={region} className={styles.region} aria-label="Answer list" aria-busy={isWaiting}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside handle Enter. */}
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

/** Focuses a row immediately if it is rendered, because the next key may already be pressed. */
function focusRow(region: HTMLElement | null, id: string): void {
  const find = () => region?.querySelector<HTMLElement>(`[data-answer="${CSS.escape(id)}"]`)
  const focus = () => find()?.focus({ preventScroll: true })
  if (find()) focus()
  else requestAnimationFrame(focus)
}
