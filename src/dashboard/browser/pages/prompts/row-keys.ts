import type { KeyboardEvent } from 'react'
import { isEditing } from '../../layout/search-key.ts'

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/**
 * Handles keys in the table: J and K or the arrow keys move between prompts, X selects one. Enter on the text edits it.
 */
export function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isEditing(event.target)) return
  if (!(event.target instanceof HTMLElement) || event.target.closest('[popover], dialog')) return
  const row = event.target.closest('tr')
  if (event.key === 'x') row?.querySelector<HTMLElement>('input[type="checkbox"]:not([role])')?.click()
  const step = STEPS[event.key]
  if (step !== undefined) {
    const targets = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-target]')]
    const current = targets.findIndex((target) => row?.contains(target))
    const next = targets[current + step] ?? targets[Math.max(current, 0)]
    next?.focus({ preventScroll: true })
    next?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  } else if (event.key !== 'x') return
  event.preventDefault()
}
