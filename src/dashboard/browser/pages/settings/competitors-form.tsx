import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { entityColour } from '../../figures/entity-colour.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
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

/** What the form of competitors shows. */
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

/** A competitor as it is typed. */
interface Typed {
  /** Of React: rows are added and removed. */
  key: string
  competitorId: string | null
  name: string
  aliases: string
  url: string
  domains: string
}

/** The most competitors a project has. */
const MOST = 50

/** The brands that are tracked beside the own one. */
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
          The colour beside a competitor is its colour in charts. Several names or domains are separated by
          commas.
        </p>
      )}
      <ul className={styles.rows}>
        {rows.map((row, index) => (
          <li
            key={row.key}
            className={styles.row}
            style={{ borderLeftColor: row.competitorId ? entityColour(row.competitorId, ids) : undefined }}
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
              label="Further domains"
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
      {rows.length === 0 && <p>No competitors: shares of voice and ranks need at least one.</p>}
      <div className={styles.actions}>
        <Button
          disabled={rows.length >= MOST}
          title={rows.length >= MOST ? `A project has at most ${MOST} competitors.` : undefined}
          onClick={() => setRows([...rows, { ...EMPTY, key: `new-${Date.now()}` }])}
        >
          Add a competitor
        </Button>
      </div>
      <Saving
        changed={changed}
        fetching={fetching}
        error={error}
        saved={data !== undefined}
        effect={
          <>
            Runs from now on are read with this list. What was measured before keeps the list it was read
            with, until you read history again below.
            {removed.length > 0 &&
              ` ${removed.map(({ name }) => name).join(', ')} will not be tracked any more; earlier runs still show them.`}
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
