import { useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { LocationInput } from '../../components/location-input.tsx'
import { Menu } from '../../components/menu.tsx'
import { locationName } from '../../formatting/location.ts'
import { useEditing } from './editing.ts'
import type { PromptRow } from './list/prompt-list.ts'
import styles from './prompts.module.css'

/** The providers and countries of a prompt, editable in a menu. */
export function AskedCell({ prompt }: { prompt: PromptRow }) {
  const { mayWrite } = useEditing()
  const { providers, locations } = prompt
  const [only] = providers
  const summary = (
    <span className={styles.asked}>
      {providers.length === 1 ? only?.label : `${providers.length} providers`}
      <small>{locations.join(', ')}</small>
      <span className="visually-hidden">
        : {providers.map(({ label }) => label).join(', ')}; {locations.map(locationName).join(', ')}
      </span>
    </span>
  )
  if (!mayWrite) return summary
  return (
    <span className={styles.cellMenu}>
      <Menu kind="quiet" label={summary}>
        {(close) => <AskedForm prompt={prompt} onEnd={close} />}
      </Menu>
    </span>
  )
}

/** A form for the providers and countries of a prompt. */
export function AskedForm({ prompt, onEnd }: { prompt: PromptRow; onEnd: () => void }) {
  const editing = useEditing()
  const id = useId()
  const [providers, setProviders] = useState(() => prompt.providers.map(({ token }) => token))
  const [locations, setLocations] = useState<readonly string[]>(prompt.locations)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<{ providers?: string; locations?: string }>({})
  const save = async () => {
    if (providers.length === 0) return setErrors({ providers: 'Choose at least one provider.' })
    if (locations.length === 0) return setErrors({ locations: 'Choose at least one country.' })
    setBusy(true)
    const message = 'Providers and countries were changed.'
    const problem = await editing.change(prompt, { providers, locations: [...locations] }, message)
    setBusy(false)
    if (!problem) return onEnd()
    const fields = Object.entries(problem.fieldErrors)
    const of = (name: string) => fields.find(([path]) => path.startsWith(name))?.[1].join(' ')
    setErrors({
      providers: of('providers') ?? (of('locations') ? '' : problem.message),
      locations: of('locations') ?? '',
    })
  }
  // Providers that are no longer configured stay selectable until they are removed.
  const gone = prompt.providers.filter(
    ({ token }) => !editing.providers.some((provider) => provider.token === token),
  )
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <fieldset className={styles.choices} aria-describedby={errors.providers ? id : undefined}>
        <legend>Providers</legend>
        {[...editing.providers, ...gone].map(({ token, label }) => (
          <label key={token}>
            <input
              type="checkbox"
              checked={providers.includes(token)}
              onChange={({ target }) =>
                setProviders(
                  target.checked ? [...providers, token] : providers.filter((selected) => selected !== token),
                )
              }
            />
            {label}
          </label>
        ))}
        {errors.providers && (
          <p id={id} role="alert" className={styles.wrong}>
            {errors.providers}
          </p>
        )}
      </fieldset>
      <LocationInput
        values={locations}
        errors={errors.locations ? [errors.locations] : undefined}
        onChange={setLocations}
      />
      <Button kind="primary" type="submit" busy={busy}>
        Save
      </Button>
    </form>
  )
}
