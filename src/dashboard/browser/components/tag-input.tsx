import { type KeyboardEvent, useId, useState } from 'react'
import styles from './tag-input.module.css'

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 7

/**
 * A field for several values, shown as chips. Enter adds the typed text or the selected suggestion; Backspace in an
 * empty field removes the last value.
 */
export function TagInput({
  label,
  hint,
  values,
  suggestions,
  accepts = () => true,
  suggestsAtOnce = true,
  labelOf = (value) => value,
  errors,
  onChange,
}: {
  label: string
  hint?: string
  values: readonly string[]
  suggestions: readonly string[]
  /** Whether a typed text that is not suggested is allowed; by default every text is. */
  accepts?: (typed: string) => boolean
  /** Whether to show suggestions before anything is typed. */
  suggestsAtOnce?: boolean | undefined
  /** Returns the display text of a value. */
  labelOf?: (value: string) => string
  errors?: readonly string[] | undefined
  onChange: (values: string[]) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(-1)
  const wanted = typed.trim().toLowerCase()
  const isAdded = (value: string) => values.some((existing) => existing.toLowerCase() === value.toLowerCase())
  const matching = suggestions
    .filter((value) => !isAdded(value) && `${labelOf(value)} ${value}`.toLowerCase().includes(wanted))
    .slice(0, suggestsAtOnce || wanted !== '' ? MAX_SUGGESTIONS : 0)
  const add = (value: string | undefined) => {
    if (value === undefined || value === '') return
    if (!isAdded(value)) onChange([...values, value])
    setTyped('')
    setChosen(-1)
  }
  const wantedValue = () => {
    if (chosen >= 0) return matching[chosen]
    const same = suggestions.find(
      (value) => value.toLowerCase() === wanted || labelOf(value).toLowerCase() === wanted,
    )
    return same ?? (accepts(typed.trim()) ? typed.trim() : matching[0])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setChosen(Math.min(chosen + 1, matching.length - 1))
    else if (event.key === 'ArrowUp') setChosen(Math.max(chosen - 1, -1))
    else if (event.key === 'Enter' && (typed.trim() !== '' || chosen >= 0)) add(wantedValue())
    else if (event.key === 'Backspace' && typed === '') return onChange(values.slice(0, -1))
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box} data-wrong={errors ? true : undefined}>
        {values.map((value) => (
          <span key={value} className={styles.chip}>
            {labelOf(value)}
            <button
              type="button"
              aria-label={`Remove ${labelOf(value)}`}
              onClick={() => onChange(values.filter((existing) => existing !== value))}
            >
              ×
            </button>
          </span>
        ))}
        <input
          id={id}
          role="combobox"
          aria-expanded={matching.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
          aria-invalid={errors ? true : undefined}
          aria-describedby={errors ? `${id}-error` : undefined}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setChosen(-1)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {hint && !errors && <p className={styles.hint}>{hint}</p>}
      {errors && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {errors.join(' ')}
        </p>
      )}
      <div id={`${id}-list`} role="listbox" aria-label={`${label}: suggestions`} className={styles.list}>
        {matching.map((value, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
          <div
            key={value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add(value)}
          >
            {labelOf(value)}
          </div>
        ))}
      </div>
    </div>
  )
}
