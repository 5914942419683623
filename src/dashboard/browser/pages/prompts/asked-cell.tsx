import { useId, useState } from 'react'
import { country } from '../../figures/format.ts'
import { Button } from '../../parts/button.tsx'
import { COUNTRIES } from '../../parts/countries.ts'
import { Menu } from '../../parts/menu.tsx'
import { TagInput } from '../../parts/tag-input.tsx'
import { useEditing } from './editing.ts'
import type { PromptRow } from './prompt-list.ts'
import styles from './prompts.module.css'

/** Of whom and from where a prompt is asked, which is edited in a menu. */
export function AskedCell({ prompt }: { prompt: PromptRow }) {
  const { mayWrite } = useEditing()
  const { providers, locations } = prompt
  const [only] = providers
  const said = (
    <span className={styles.asked}>
      {providers.length === 1 ? only?.label : `${providers.length} providers`}
      <small>{locations.join(', ')}</small>
      <span className="visually-hidden">
        : {providers.map(({ label }) => label).join(', ')}; {locations.map(country).join(', ')}
      </span>
    </span>
  )
  if (!mayWrite) return said
  return (
    <span className={styles.cellMenu}>
      <Menu kind="quiet" label={said}>
        {(close) => <AskedForm prompt={prompt} onEnd={close} />}
      </Menu>
    </span>
  )
}

const CODES = [...COUNTRIES.keys()]

/** Changes of whom and from where a prompt is asked. */
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
    const said = 'Providers and countries were changed.'
    const problem = await editing.change(prompt, { providers, locations: [...locations] }, said)
    setBusy(false)
    if (!problem) return onEnd()
    const fields = Object.entries(problem.fieldErrors)
    const of = (name: string) => fields.find(([path]) => path.startsWith(name))?.[1].join(' ')
    setErrors({
      providers: of('providers') ?? (of('locations') ? '' : problem.message),
      locations: of('locations') ?? '',
    })
  }
  // Providers that are no longer configured stay with the prompt until they are taken away.
  const gone = prompt.providers.filter(({ token }) => !editing.providers.some((one) => one.token === token))
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
                  target.checked ? [...providers, token] : providers.filter((one) => one !== token),
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
      <TagInput
        label="Countries"
        values={locations}
        suggestions={CODES}
        onlySuggested
        labelOf={country}
        errors={errors.locations ? [errors.locations] : undefined}
        onChange={setLocations}
      />
      <Button kind="primary" type="submit" busy={busy}>
        Save
      </Button>
    </form>
  )
}
