import { useId } from 'react'
import { count } from '../../../formatting/format.ts'
import styles from './composer.module.css'
import type { Choices } from './documents.ts'

/** Check boxes for the providers, with their state and supported countries. */
export function ProviderChoice({
  providers,
  chosen,
  errors,
  onChange,
}: {
  providers: Choices['providers']
  chosen: readonly string[]
  errors?: readonly string[] | undefined
  onChange: (chosen: string[]) => void
}) {
  const id = useId()
  return (
    <fieldset className={styles.providers} aria-describedby={errors ? id : undefined}>
      <legend>Providers</legend>
      {providers.map(({ token, label, state, locations, reason, unavailableReason }) => (
        <label key={token} title={unavailableReason ?? reason ?? undefined}>
          <input
            type="checkbox"
            checked={chosen.includes(token)}
            disabled={state === 'UNAVAILABLE' && !chosen.includes(token)}
            aria-invalid={errors ? true : undefined}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, token] : chosen.filter((selected) => selected !== token))
            }
          />
          <span>{label}</span>
          <small>{[STATES[state], countriesOf(locations)].filter(Boolean).join(' · ')}</small>
        </label>
      ))}
      {errors && (
        <p id={id} role="alert" className={styles.wrong}>
          {errors.join(' ')}
        </p>
      )}
    </fieldset>
  )
}

const STATES = { REAL: 'real answers', SIMULATED: 'simulated', UNAVAILABLE: 'unavailable' } as const

function countriesOf(locations: readonly string[] | null): string {
  if (!locations) return 'all countries'
  return locations.length > 4 ? count(locations.length, 'country', 'countries') : locations.join(', ')
}
