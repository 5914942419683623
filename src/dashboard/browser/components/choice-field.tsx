import type { ComponentProps } from 'react'
import { type FieldText, Labeled } from './field.tsx'
import type { Choice } from './select.tsx'

/** A form field with a fixed set of choices. */
export function ChoiceField({
  label,
  hint,
  errors,
  choices,
  ...rest
}: FieldText & { choices: readonly Choice[] } & ComponentProps<'select'>) {
  return (
    <Labeled label={label} hint={hint} errors={errors}>
      {(control) => (
        <select {...rest} {...control}>
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labeled>
  )
}
