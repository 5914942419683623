import { locationName } from '../formatting/location.ts'
import { COUNTRIES, isLocation } from './countries.ts'
import { TagInput } from './tag-input.tsx'

const CODES = [...COUNTRIES.keys()]

/** A field for the locations of questions: countries, each with an optional language and city. */
export function LocationInput({
  values,
  suggestsAtOnce,
  errors,
  onChange,
}: {
  values: readonly string[]
  suggestsAtOnce?: boolean
  errors?: readonly string[] | undefined
  onChange: (values: string[]) => void
}) {
  return (
    <TagInput
      label="Countries"
      hint="Type fr-CH for a language, fr-CH/Geneva for a city."
      values={values}
      suggestions={CODES}
      accepts={isLocation}
      suggestsAtOnce={suggestsAtOnce}
      labelOf={locationName}
      errors={errors}
      onChange={onChange}
    />
  )
}
