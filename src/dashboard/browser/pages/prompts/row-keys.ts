import type { KeyboardEvent } from 'react'
import { isEditing } from '../../frame/search-key.ts'

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Keys in the table: J and K, or the arrows, go from prompt to prompt, X selects one. Enter on its text edits it. */
export function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isEditing(event.target)) return
  if (!(event.target instanceof HTMLElement) || event.target.closest('[popover], dialog')) return
  const row = event.target.closest('tr')
  if (event.key === 'x') row?.querySelector<HTMLElement>('input[type="checkbox"]:not([role])')?.click()
  const step = STEPS[event.key]
  if (step !== undefined) {
    const targets = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-target]')]
    const present = targets.findIndex((target) => row?.contains(target))
    const next = targets[present + step] ?? targets[Math.max(present, 0)]
    next?.focus({ preventScroll: true })
    next?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  } else if (event.key !== 'x') return
  event.preventDefault()
}
