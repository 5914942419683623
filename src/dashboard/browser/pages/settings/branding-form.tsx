import { type FormEvent, useEffect, useState } from 'react'
import { useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { Saving } from './saving.tsx'
import styles from './settings.module.css'

/** How the reports of the project's organization look. */
export const BRANDING = graphql(`
  fragment OrganizationBranding on Organization @_unmask {
    id
    branding {
      name
      color
      logo
    }
  }
`)

const SET = graphql(`
  mutation SetBranding($input: SetBrandingInput!) {
    setBranding(input: $input) {
      branding {
        name
        color
        logo
      }
    }
  }
`)

/** A form for the name, the color and the logo in reports, emails and shared pages. */
export function BrandingForm({
  organization: { branding },
  mayManage,
}: {
  organization: ResultOf<typeof BRANDING>
  mayManage: boolean
}) {
  const stored = { ...branding, name: branding.name ?? '' }
  const [chosen, setChosen] = useState(stored)
  const [{ data, fetching, error }, set] = useMutation(SET)
  const problem = problemOf(error)
  const change = (part: Partial<typeof stored>) => setChosen({ ...chosen, ...part })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { name, color, logo } = chosen
    const result = await set({
      input: { name: name.trim() || null, color, ...(logo !== stored.logo && { logo }) },
    })
    const saved = result.data?.setBranding.branding
    if (saved) setChosen({ ...saved, name: saved.name ?? '' })
  }
  return (
    <fieldset className={styles.part} disabled={!mayManage}>
      <legend className="visually-hidden">Branding</legend>
      <form className={styles.form} onSubmit={save}>
        <h2>Branding</h2>
        <p>Reports, their emails and shared links of all projects of the organization look like this.</p>
        <Field
          label="Name of the sender"
          maxLength={60}
          value={chosen.name}
          errors={problem?.fieldErrors.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Field
          label="Color"
          type="color"
          value={chosen.color}
          errors={problem?.fieldErrors.color}
          onChange={({ target }) => change({ color: target.value })}
        />
        <Field
          label="Logo"
          type="file"
          accept="image/png,image/jpeg"
          hint="PNG or JPEG, at most 100 KB."
          errors={problem?.fieldErrors.logo}
          onChange={async ({ target }) => {
            const [file] = target.files ?? []
            if (file) change({ logo: await toDataUrl(file) })
          }}
        />
        {chosen.logo !== null && (
          <div className={styles.actions}>
            <LogoPreview url={chosen.logo} />
            <Button kind="quiet" onClick={() => change({ logo: null })}>
              Remove the logo
            </Button>
          </div>
        )}
        <Saving
          changed={JSON.stringify(chosen) !== JSON.stringify(stored)}
          fetching={fetching}
          error={error}
          saved={data !== undefined}
        />
      </form>
    </fieldset>
  )
}

/** Shows an image from its `data:` URL as a blob, because the page may not show `data:` URLs. */
function LogoPreview({ url }: { url: string }) {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    const [head = '', content = ''] = url.split(',')
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
    const blob = URL.createObjectURL(new Blob([bytes], { type: head.replace(/^data:|;.*$/g, '') }))
    setShown(blob)
    return () => URL.revokeObjectURL(blob)
  }, [url])
  return shown && <img className={styles.logo} src={shown} alt="The logo" />
}

function toDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'))
    reader.readAsDataURL(file)
  })
}
