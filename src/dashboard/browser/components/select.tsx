import styles from './select.module.css'

export interface Choice {
  value: string
  label: string
}

/** A filter with a single value. Shows `any` if nothing is selected. */
export function Select({
  label,
  hidesLabel = false,
  value,
  any,
  choices,
  onChange,
}: {
  label: string
  /** Shows the label only to screen readers, for example in a table. */
  hidesLabel?: boolean
  value: string | undefined
  /** Omit if a value is always selected. */
  any?: string
  choices: readonly Choice[]
  onChange: (value: string | undefined) => void
}) {
  const unknown = value !== undefined && !choices.some((choice) => choice.value === value)
  return (
    <label className={styles.select} data-set={(any !== undefined && value !== undefined) || undefined}>
      <span className={hidesLabel ? 'visually-hidden' : undefined}>{label}</span>
      <select value={value ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
        {any !== undefined && <option value="">{any}</option>}
        {unknown && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  )
}
