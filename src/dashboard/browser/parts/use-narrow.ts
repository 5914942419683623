import { useSyncExternalStore } from 'react'

const NARROW = window.matchMedia('(max-width: 700px)')

/** Whether the screen is too narrow for a table of many columns. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW.matches)
}

function subscribe(listener: () => void): () => void {
  NARROW.addEventListener('change', listener)
  return () => NARROW.removeEventListener('change', listener)
}
