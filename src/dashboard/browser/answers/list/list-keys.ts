import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isEditing } from '../../layout/search-key.ts'

/** How close to the last loaded row the cursor gets before more rows are loaded. */
const AHEAD = 10

/**
 * Moves through the list with J and K from anywhere on the page, and with the arrow keys while the list has the focus.
 */
export function useListKeys<Row>({
  region,
  rows,
  index,
  onMove,
  onWant,
}: {
  region: RefObject<HTMLElement | null>
  rows: readonly Row[]
  /** The current row, or −1. */
  index: number
  onMove: (row: Row, index: number) => void
  onWant: (index: number) => void
}): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isEditing(event.target)) return
    if (document.querySelector('dialog[open], [popover]:popover-open')) return
    const isInList = event.target instanceof Node && region.current?.contains(event.target)
    const step = stepOf(event.key, Boolean(isInList))
    if (step === 0) return
    event.preventDefault()
    const next = index < 0 ? 0 : index + step
    onWant(next + AHEAD)
    const row = rows[next]
    if (row) onMove(row, next)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function stepOf(key: string, isInList: boolean): number {
  if (key === 'j' || key === 'J' || (isInList && key === 'ArrowDown')) return 1
  if (key === 'k' || key === 'K' || (isInList && key === 'ArrowUp')) return -1
  return 0
}
