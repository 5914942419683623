import { chooseTheme, THEMES, type Theme, useTheme } from './theme.ts'

const LABELS: Record<Theme, string> = { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' }

/** Chooses light, dark or what the system says. */
export function ThemeChoice() {
  const theme = useTheme()
  return (
    <select
      aria-label="Theme"
      value={theme}
      onChange={({ target }) => chooseTheme(THEMES.find((one) => one === target.value) ?? 'system')}
    >
      {THEMES.map((one) => (
        <option key={one} value={one}>
          {LABELS[one]}
        </option>
      ))}
    </select>
  )
}
