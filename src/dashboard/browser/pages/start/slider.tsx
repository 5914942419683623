import { useId } from 'react'
import styles from './start.module.css'

/** A number from 1 to `maximum`. */
export function Slider({
  label,
  value,
  maximum,
  hint,
  onChange,
}: {
  label: string
  value: number
  maximum: number
  hint: string
  onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>
        {label}: <output htmlFor={id}>{value}</output>
      </label>
      <input
        id={id}
        type="range"
        min={Math.min(1, maximum)}
        max={maximum}
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <small id={`${id}-hint`}>{hint}</small>
    </div>
  )
}
