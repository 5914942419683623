import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { entityColor } from '../../charts/entity-color.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { namesIn, typedNames } from './name-list.ts'
import { Saving } from './saving.tsx'
import styles from './settings.module.css'

const COMPETITOR = graphql(`
  fragment CompetitorRow on Competitor @_unmask {
    id
    databaseId
    name
    url
    aliases
    domains
  }
`)

/** Fields of the competitors form. */
export const COMPETITORS = graphql(
  `
    fragment CompetitorSettings on Project @_unmask {
      id
      databaseId
      competitors(first: 100) {
        nodes {
          ...CompetitorRow
        }
      }
    }
  `,
  [COMPETITOR],
)

const SET = graphql(
  `
    mutation SetCompetitors($input: SetCompetitorsInput!) {
      setCompetitors(input: $input) {
        competitorEdges {
          node {
            ...CompetitorRow
          }
        }
      }
    }
  `,
  [COMPETITOR],
)

type Settings = ResultOf<typeof COMPETITORS>

/** A competitor with its fields as typed. */
interface Typed {
  /** React key, because rows can be added and removed. */
  key: string
  competitorId: string | null
  name: string
  aliases: string
  url: string
  domains: string
}

/** Maximum number of competitors per project. */
const MAX_COMPETITORS = 50

/** A form for the competitors of a project. */
export function CompetitorsForm({ settings }: { settings: Settings }) {
  const stored = typedOf(settings.competitors?.nodes ?? [])
  const [rows, setRows] = useState(stored)
  const [{ data, fetching, error }, set] = useMutation(SET)
  const errors = problemOf(error)?.fieldErrors ?? {}
  const ids = stored.map(({ competitorId }) => competitorId ?? '')
  const changed = JSON.stringify(rows.map(content)) !== JSON.stringify(stored.map(content))
  const removed = stored.filter(({ key }) => !rows.some((row) => row.key === key))
  const change = (key: string, part: Partial<Typed>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { data } = await set({
      input: {
        projectId: settings.databaseId,
        competitors: rows.map(({ competitorId, name, aliases, url, domains }) => ({
          ...(competitorId && { competitorId }),
          name: name.trim(),
          aliases: namesIn(aliases),
          domains: namesIn(domains),
          url: url.trim() || null,
        })),
      },
    })
    if (data) setRows(typedOf(data.setCompetitors.competitorEdges.map(({ node }) => node)))
  }
  return (
    <form className={styles.rowsForm} onSubmit={save} noValidate>
      {rows.length > 0 && (
        <p className={styles.kind}>
          The color next to a competitor is its color in charts. Separate multiple names or domains by commas.
        </p>
      )}
      <ul className={styles.rows}>
        {rows.map((row, index) => (
          <li
            key={row.key}
            className={styles.row}
            style={{ borderLeftColor: row.competitorId ? entityColor(row.competitorId, ids) : undefined }}
          >
            <Field
              label="Name"
              value={row.name}
              errors={errors[`competitors.${index}.name`]}
              onChange={({ target }) => change(row.key, { name: target.value })}
            />
            <Field
              label="Other names"
              value={row.aliases}
              errors={errors[`competitors.${index}.aliases`]}
              onChange={({ target }) => change(row.key, { aliases: target.value })}
            />
            <Field
              label="Website"
              type="url"
              value={row.url}
              errors={errors[`competitors.${index}.url`]}
              onChange={({ target }) => change(row.key, { url: target.value })}
            />
            <Field
              label="Other domains"
              value={row.domains}
              errors={errors[`competitors.${index}.domains`]}
              onChange={({ target }) => change(row.key, { domains: target.value })}
            />
            <Button
              kind="quiet"
              aria-label={`Remove ${row.name || 'this competitor'}`}
              onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p>No competitors. Share of voice and ranks need at least one.</p>}
      <div className={styles.actions}>
        <Button
          disabled={rows.length >= MAX_COMPETITORS}
          title={
            rows.length >= MAX_COMPETITORS
              ? `A project can have at most ${MAX_COMPETITORS} competitors.`
              : undefined
          }
          onClick={() => setRows([...rows, { ...EMPTY, key: `new-${Date.now()}` }])}
        >
          Add competitor
        </Button>
      </div>
      <Saving
        changed={changed}
        fetching={fetching}
        error={error}
        saved={data !== undefined}
        effect={
          <>
            This applies to future runs. Past results keep the previous list until you re-analyze past answers
            below.
            {removed.length > 0 &&
              ` ${removed.map(({ name }) => name).join(', ')} will no longer be tracked, but stays in earlier runs.`}
          </>
        }
      />
    </form>
  )
}

const EMPTY = { competitorId: null, name: '', aliases: '', url: '', domains: '' }

function content({ competitorId, name, aliases, url, domains }: Typed) {
  return [competitorId, name.trim(), namesIn(aliases), url.trim(), namesIn(domains)]
}

function typedOf(competitors: readonly ResultOf<typeof COMPETITOR>[]): Typed[] {
  return competitors.map(({ id, databaseId, name, aliases, url, domains }) => ({
    key: id,
    competitorId: databaseId,
    name,
    aliases: typedNames(aliases),
    url: url ?? '',
    domains: typedNames(domains),
  }))
}
