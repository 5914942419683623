import { type KeyboardEvent, useState } from 'react'
import { Field } from '../../components/field.tsx'

/** A text filter that applies when the input is complete: on Enter or when the field loses focus. */
export function TextFilter({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string
  placeholder: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const [typed, setTyped] = useState(value ?? '')
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    setShown(value)
    setTyped(value ?? '')
  }
  const take = () => {
    const wanted = typed.trim() || undefined
    if (wanted !== value) onChange(wanted)
  }
  return (
    <Field
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && take()}
    />
  )
}
