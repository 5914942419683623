import { Field } from '../../../parts/field.tsx'
import { type Composition, MOST } from './composition.ts'

/** Half of a whole share, in points: any interval is as narrow. */
const MOST_POINTS = 50

/** How certain the mention rate is to be for asking to stop, and how often each is asked at most. */
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
        label="Until the mention rate is certain to ± points (optional)"
        type="number"
        min={1}
        max={MOST_POINTS}
        value={margin ?? ''}
        hint="Asks all again, round by round, until the interval is this narrow."
        errors={errors}
        onChange={({ target }) =>
          onChange({
            margin: target.value === '' ? null : within(target.valueAsNumber, 1, MOST_POINTS),
          })
        }
      />
      {margin !== null && (
        <Field
          label="How often each is asked at most"
          type="number"
          min={replicates}
          max={MOST.atMost}
          required
          value={Math.max(replicates, atMost)}
          hint="Credits are reserved for all of them; what is not asked is paid back."
          onChange={({ target }) =>
            onChange({ atMost: within(target.valueAsNumber, replicates, MOST.atMost) })
          }
        />
      )}
    </>
  )
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(value || least)))
}
