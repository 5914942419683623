import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { Field, TextArea } from '../../parts/field.tsx'
import { namesIn, typedNames } from './name-list.ts'
import { Saving } from './saving.tsx'
import styles from './settings.module.css'

/** What the form of the brand shows. */
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

/** The brand that answers are searched for, and what it is recognized by. */
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
      <Field label="Name of the project" {...field('displayName')} />
      <Field label="Brand" hint="The name that answers are searched for." {...field('analysisBrandName')} />
      <Field label="Other names" hint="Also found by these; separated by commas." {...field('aliases')} />
      <Field label="Website" type="url" placeholder="https://example.com" {...field('url')} />
      <Field
        label="Further domains"
        hint="Pages of these count as the brand's own sources; separated by commas."
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
          'Runs from now on are read with this. What was measured before keeps the names it was read with, until you read history again below.'
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
