import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

interface Facts {
  label: string
  /** What it means, below the field. */
  hint?: ReactNode
  /** What is wrong with it, and how it is put right. */
  errors?: readonly string[] | undefined
}

/** A field of a form with its label, hint and errors. */
export function Field({ label, hint, errors, ...rest }: Facts & ComponentProps<'input'>) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} errors={errors}>
      <input
        {...rest}
        id={id}
        className={styles.input}
        aria-invalid={errors ? true : undefined}
        aria-describedby={describedBy(id, hint, errors)}
      />
    </Labelled>
  )
}

/** A field for text of several lines. */
export function TextArea({ label, hint, errors, ...rest }: Facts & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} errors={errors}>
      <textarea
        {...rest}
        id={id}
        className={styles.input}
        aria-invalid={errors ? true : undefined}
        aria-describedby={describedBy(id, hint, errors)}
      />
    </Labelled>
  )
}

function Labelled({ id, label, hint, errors, children }: Facts & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {errors && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {errors.join(' ')}
        </p>
      )}
    </div>
  )
}

function describedBy(id: string, hint: ReactNode, errors: readonly string[] | undefined): string | undefined {
  return [hint && `${id}-hint`, errors && `${id}-error`].filter(Boolean).join(' ') || undefined
}
