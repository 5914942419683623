import { useState } from 'react'
import { useMutation } from 'urql'
import type { Column } from '../../components/column.ts'
import { ActionError } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { dayAndTime } from '../../formatting/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import styles from './settings.module.css'

/** Fields of the default providers form. */
export const DEFAULT_PROVIDERS = graphql(`
  fragment DefaultProviders on Project @_unmask {
    id
    databaseId
    defaultProviders {
      id
      token
    }
  }
`)

const SET = graphql(
  `
    mutation SetDefaultProviders($input: UpdateProjectInput!) {
      updateProject(input: $input) {
        project {
          ...DefaultProviders
        }
      }
    }
  `,
  [DEFAULT_PROVIDERS],
)

interface Provider {
  id: string
  token: string
  label: string
  state: 'REAL' | 'SIMULATED' | 'UNAVAILABLE'
  model: string | null
  reason: string | null
  unavailableReason: string | null
  circuit: 'OPEN' | 'CLOSED'
  openUntil: string | null
  locations: readonly string[] | null
  routes: readonly { driver: string; surface: string; used: boolean; reason: string | null }[]
}

const STATES: Record<Provider['state'], string> = {
  REAL: 'Real answers',
  SIMULATED: 'Simulated',
  UNAVAILABLE: 'Unavailable',
}

/** A table of all providers with their state and route, and check boxes for the project's defaults. */
export function ProvidersForm({
  settings,
  providers,
}: {
  settings: ResultOf<typeof DEFAULT_PROVIDERS>
  providers: readonly Provider[]
}) {
  const [{ fetching, error }, set] = useMutation(SET)
  const [wanted, setWanted] = useState<string[] | null>(null)
  const chosen = wanted ?? settings.defaultProviders.map(({ token }) => token)
  const choose = async (token: string, isWanted: boolean) => {
    const defaultProviders = providers
      .map((provider) => provider.token)
      .filter((candidate) => (candidate === token ? isWanted : chosen.includes(candidate)))
    setWanted(defaultProviders)
    await set({ input: { projectId: settings.databaseId, defaultProviders } })
    setWanted(null)
  }
  const columns: Column<Provider>[] = [
    {
      id: 'default',
      title: 'Default',
      inCard: 'corner',
      value: ({ token }) => chosen.includes(token),
      cell: ({ token, label }) => (
        <input
          type="checkbox"
          className={styles.checkbox}
          aria-label={`Use ${label} for new prompts`}
          checked={chosen.includes(token)}
          disabled={fetching || (chosen.length === 1 && chosen.includes(token))}
          onChange={({ target }) => choose(token, target.checked)}
        />
      ),
    },
    { id: 'provider', title: 'Provider', inCard: 'title', value: ({ label }) => label },
    {
      id: 'state',
      title: 'Status',
      value: ({ state }) => STATES[state],
      cell: ({ state, circuit, openUntil }) => (
        <>
          <span className={styles.state} data-state={state}>
            {STATES[state]}
          </span>
          {circuit === 'OPEN' && ` · paused after failures until ${dayAndTime(openUntil)}`}
        </>
      ),
    },
    {
      id: 'route',
      title: 'Connection',
      value: (provider) => routeOf(provider),
    },
    { id: 'model', title: 'Model', value: ({ model }) => model },
    {
      id: 'countries',
      title: 'Countries',
      value: ({ locations }) => (locations ? locations.join(', ') : 'all'),
      cell: ({ locations }) =>
        !locations ? 'all' : locations.length > 6 ? `${locations.length} countries` : locations.join(', '),
    },
    {
      id: 'reason',
      title: 'Note',
      value: ({ reason, unavailableReason }) => unavailableReason ?? reason,
    },
  ]
  return (
    <>
      <p className={styles.effect}>
        New prompts use the selected providers. You can change the providers of each prompt. The operator of
        this installation manages the credentials: <a href="/docs/operations">how providers are connected</a>.
      </p>
      <ActionError error={error} />
      <Table cards caption="Providers" columns={columns} rows={providers} rowKey={({ id }) => id} />
    </>
  )
}

/** Describes how a provider is reached, such as `openai (api)`. */
function routeOf({ routes }: Provider): string {
  const used = routes.find((route) => route.used)
  if (!used) return '–'
  const surface = used.surface.toLowerCase().replaceAll('_', ' ')
  return surface === used.driver ? surface : `${used.driver} (${surface})`
}
