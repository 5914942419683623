import { useSyncExternalStore } from 'react'

/** How the theme is chosen: by the system, or always one. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'answergraph:theme'
const listeners = new Set<() => void>()

/** The stored choice of this browser. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** Shows the page in the stored theme. */
export function applyTheme(): void {
  const theme = storedTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Stores a choice and shows it. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

/** The present choice. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, storedTheme)
}
