import { useEffect, useState } from 'react'
import styles from './field.module.css'

/** How long typing must pause before the filter applies, in milliseconds. */
const PAUSE = 250

/** A text filter that applies while typing. The key `/` focuses it. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const [typed, setTyped] = useState(value ?? '')
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    setShown(value)
    setTyped(value ?? '')
  }
  useEffect(() => {
    const wanted = typed.trim() || undefined
    if (wanted === value) return
    const timer = setTimeout(() => onChange(wanted), PAUSE)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <input
      type="search"
      className={styles.input}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
