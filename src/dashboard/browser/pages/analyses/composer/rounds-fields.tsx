import { Field } from '../../../components/field.tsx'
import { type Composition, MAX } from './composition.ts'

/** At half of the whole range, in points, any interval is narrow enough. */
const MAX_POINTS = 50

/** Fields for asking in rounds: the target precision of the mention rate and the maximum number of repetitions. */
export function RoundsFields({
  composition: { margin, atMost, replicates },
  errors,
  onChange,
}: {
  composition: Pick<Composition, 'margin' | 'atMost' | 'replicates'>
  errors: readonly string[] | undefined
  onChange: (changed: Partial<Composition>) => void
}) {
  return (
    <>
      <Field
        label="Target precision in ± points (optional)"
        type="number"
        min={1}
        max={MAX_POINTS}
        value={margin ?? ''}
        hint="Repeats all questions in rounds until the mention rate’s interval is this narrow."
        errors={errors}
        onChange={({ target }) =>
          onChange({
            margin: target.value === '' ? null : clamp(target.valueAsNumber, 1, MAX_POINTS),
          })
        }
      />
      {margin !== null && (
        <Field
          label="Maximum repetitions"
          type="number"
          min={replicates}
          max={MAX.atMost}
          required
          value={Math.max(replicates, atMost)}
          hint="Credits are reserved for all repetitions. Unused credits are refunded."
          onChange={({ target }) => onChange({ atMost: clamp(target.valueAsNumber, replicates, MAX.atMost) })}
        />
      )}
    </>
  )
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(value || min)))
}
