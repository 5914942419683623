import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'

/**
 * A button. Use `primary` for the main action of a page or dialog, and `danger` for actions that end or delete
 * something.
 */
export function Button({
  kind = 'plain',
  busy = false,
  disabled,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: 'plain' | 'primary' | 'danger' | 'quiet'
  /** Whether the action is in progress, which disables the button. */
  busy?: boolean
}) {
  return (
    <button
      type="button"
      {...rest}
      className={[styles.button, styles[kind], className].filter(Boolean).join(' ')}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    />
  )
}
