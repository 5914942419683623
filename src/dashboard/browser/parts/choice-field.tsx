import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'
import type { Choice } from './select.tsx'

/** A field of a form that is one of some choices. */
export function ChoiceField({
  label,
  hint,
  choices,
  ...rest
}: { label: string; hint?: ReactNode; choices: readonly Choice[] } & ComponentProps<'select'>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select {...rest} id={id} className={styles.input} aria-describedby={hint ? `${id}-hint` : undefined}>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
