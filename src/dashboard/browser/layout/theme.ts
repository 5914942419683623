import { useSyncExternalStore } from 'react'

/** `system` follows the operating system. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'answergraph:theme'
const listeners = new Set<() => void>()

/** Returns the theme stored in this browser. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** Applies the stored theme to the page. */
export function applyTheme(): void {
  const theme = storedTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Stores and applies a theme. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

/** Returns the current theme. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, storedTheme)
}
