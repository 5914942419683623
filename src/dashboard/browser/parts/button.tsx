import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'

/** A button; `primary` for the one main action of a page or dialog, `danger` where something is ended or deleted. */
export function Button({
  kind = 'plain',
  busy = false,
  disabled,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: 'plain' | 'primary' | 'danger' | 'quiet'
  /** While what it started is under way: it cannot be pressed again. */
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
