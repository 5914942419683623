import { chooseTheme, THEMES, type Theme, useTheme } from './theme.ts'

const LABELS: Record<Theme, string> = { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' }

/** Selects the light, dark or system theme. */
export function ThemeChoice() {
  const theme = useTheme()
  return (
    <select
      aria-label="Theme"
      value={theme}
      onChange={({ target }) => chooseTheme(THEMES.find((option) => option === target.value) ?? 'system')}
    >
      {THEMES.map((option) => (
        <option key={option} value={option}>
          {LABELS[option]}
        </option>
      ))}
    </select>
  )
}
