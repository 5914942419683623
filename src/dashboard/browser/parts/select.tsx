import styles from './select.module.css'

/** One choice of a filter. */
export interface Choice {
  value: string
  label: string
}

/** A filter of one value: the label and what is chosen. `any` is what it says without a choice. */
export function Select({
  label,
  value,
  any,
  choices,
  onChange,
}: {
  label: string
  value: string | undefined
  /** Missing where a choice is always made. */
  any?: string
  choices: readonly Choice[]
  onChange: (value: string | undefined) => void
}) {
  const unknown = value !== undefined && !choices.some((choice) => choice.value === value)
  return (
    <label className={styles.select} data-set={(any !== undefined && value !== undefined) || undefined}>
      <span>{label}</span>
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
