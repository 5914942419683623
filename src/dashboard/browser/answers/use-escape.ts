import { useEffect, useEffectEvent } from 'react'
import { isEditing } from '../layout/search-key.ts'

/** Calls back on Escape, unless it closes something else first: a dialog, a menu or a field. */
export function useEscape(onEscape: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isEditing(event.target)) return
    if (document.querySelector('dialog[open], [popover]:popover-open')) return
    onEscape()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
