import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { Field, TextArea } from '../../components/field.tsx'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { namesIn, typedNames } from './name-list.ts'
import { Saving } from './saving.tsx'
import styles from './settings.module.css'

/** Fields of the brand form. */
export const BRAND = graphql(`
  fragment BrandSettings on Project @_unmask {
    id
    databaseId
    displayName
    analysisBrandName
    url
    description
    aliases
    domains
  }
`)

const UPDATE = graphql(
  `
    mutation UpdateBrand($input: UpdateProjectInput!) {
      updateProject(input: $input) {
        project {
          ...BrandSettings
        }
      }
    }
  `,
  [BRAND],
)

type Brand = ResultOf<typeof BRAND>

/** A form for the brand and the names and domains it is recognized by. */
export function BrandForm({ settings }: { settings: Brand }) {
  const [typed, setTyped] = useState(() => typedOf(settings))
  const [{ data, fetching, error }, update] = useMutation(UPDATE)
  const stored = typedOf(settings)
  const errors = problemOf(error)?.fieldErrors ?? {}
  const changed = Object.entries(stored).some(([name, value]) => typed[name as keyof Typed] !== value)
  const measures = (['analysisBrandName', 'aliases', 'domains', 'url'] as const).some(
    (name) => typed[name] !== stored[name],
  )
  const field = (name: keyof Typed) => ({
    value: typed[name],
    errors: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    await update({
      input: {
        projectId: settings.databaseId,
        displayName: typed.displayName.trim(),
        analysisBrandName: typed.analysisBrandName.trim(),
        url: typed.url.trim() || null,
        description: typed.description.trim() || null,
        aliases: namesIn(typed.aliases),
        domains: namesIn(typed.domains),
      },
    })
  }
  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <Field label="Project name" {...field('displayName')} />
      <Field label="Brand" hint="The name to look for in answers." {...field('analysisBrandName')} />
      <Field
        label="Other names"
        hint="Alternative names to look for, separated by commas."
        {...field('aliases')}
      />
      <Field label="Website" type="url" placeholder="https://example.com" {...field('url')} />
      <Field
        label="Other domains"
        hint="Pages on these domains count as the brand’s own sources. Separate domains by commas."
        {...field('domains')}
      />
      <TextArea label="Description" rows={3} {...field('description')} />
      <Saving
        changed={changed}
        fetching={fetching}
        error={error}
        saved={data !== undefined}
        effect={
          measures &&
          'This applies to future runs. Past results keep the previous names until you re-analyze past answers below.'
        }
      />
    </form>
  )
}

type Typed = ReturnType<typeof typedOf>

function typedOf({ displayName, analysisBrandName, url, description, aliases, domains }: Brand) {
  return {
    displayName,
    analysisBrandName,
    url: url ?? '',
    description: description ?? '',
    aliases: typedNames(aliases),
    domains: typedNames(domains),
  }
}
