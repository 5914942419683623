import { Menu } from './menu.tsx'
import styles from './multi-select.module.css'
import type { Choice } from './select.tsx'

/** A filter or field for several values, with check boxes in a menu. */
export function MultiSelect({
  label,
  values,
  any,
  choices,
  onChange,
}: {
  label: string
  values: readonly string[]
  /** Shown if nothing is selected. */
  any: string
  choices: readonly Choice[]
  onChange: (values: string[]) => void
}) {
  const chosen = choices.filter(({ value }) => values.includes(value))
  const summary =
    chosen.length === 0
      ? any
      : chosen.length > 2
        ? `${chosen.length} of ${choices.length}`
        : chosen.map((choice) => choice.label).join(', ')
  return (
    <Menu
      set={chosen.length > 0}
      arrow
      label={
        <>
          <span className={styles.label}>{label}</span> <span className={styles.said}>{summary}</span>
        </>
      }
    >
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">{label}</legend>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="checkbox"
              checked={values.includes(choice.value)}
              onChange={({ target }) =>
                onChange(
                  target.checked
                    ? [...values, choice.value]
                    : values.filter((value) => value !== choice.value),
                )
              }
            />
            {choice.label}
          </label>
        ))}
      </fieldset>
    </Menu>
  )
}
