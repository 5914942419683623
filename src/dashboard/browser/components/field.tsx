import { type ComponentProps, type HTMLAttributes, type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** The texts of a form field. */
export interface FieldText {
  label: string
  /** Help text below the field. */
  hint?: ReactNode
  /** Error messages for the field. */
  errors?: readonly string[] | undefined
}

/** A form field with a label, a hint and errors. */
export function Field({ label, hint, errors, ...rest }: FieldText & ComponentProps<'input'>) {
  const text = { label, hint, errors }
  return <Labeled {...text}>{(control) => <input {...rest} {...control} />}</Labeled>
}

/** A multi-line text field. */
export function TextArea({ label, hint, errors, ...rest }: FieldText & ComponentProps<'textarea'>) {
  const text = { label, hint, errors }
  return <Labeled {...text}>{(control) => <textarea {...rest} {...control} />}</Labeled>
}

/** The label, hint and errors of a control. `children` renders it with the attributes that connect it to them. */
export function Labeled({
  label,
  hint,
  errors,
  children,
}: FieldText & { children: (control: HTMLAttributes<HTMLElement>) => ReactNode }) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, errors && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: styles.input,
        'aria-invalid': errors ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
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
