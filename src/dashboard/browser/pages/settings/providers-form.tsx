import { useState } from 'react'
import { useMutation } from 'urql'
import { dayAndTime } from '../../figures/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import type { Column } from '../../parts/column.ts'
import { ActionError } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import styles from './settings.module.css'

/** What the list of providers shows of a project. */
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
  UNAVAILABLE: 'Not available',
}

/** The providers of the installation with their state and route, and which of them new prompts are asked of. */
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
      .filter((one) => (one === token ? isWanted : chosen.includes(one)))
    setWanted(defaultProviders)
    await set({ input: { projectId: settings.databaseId, defaultProviders } })
    setWanted(null)
  }
  const columns: Column<Provider>[] = [
    {
      id: 'default',
      title: 'Asked',
      inCard: 'corner',
      value: ({ token }) => chosen.includes(token),
      cell: ({ token, label }) => (
        <input
          type="checkbox"
          className={styles.checkbox}
          aria-label={`New prompts are asked of ${label}`}
          checked={chosen.includes(token)}
          disabled={fetching || (chosen.length === 1 && chosen.includes(token))}
          onChange={({ target }) => choose(token, target.checked)}
        />
      ),
    },
    { id: 'provider', title: 'Provider', inCard: 'title', value: ({ label }) => label },
    {
      id: 'state',
      title: 'State',
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
      title: 'Route',
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
      title: 'Why',
      value: ({ reason, unavailableReason }) => unavailableReason ?? reason,
    },
  ]
  return (
    <>
      <p className={styles.effect}>
        New prompts are asked of the providers that are marked; each prompt can have its own. Credentials are
        given to the installation by its operator: <a href="/docs/operations">how providers are connected</a>.
      </p>
      <ActionError error={error} />
      <Table cards caption="Providers" columns={columns} rows={providers} rowKey={({ id }) => id} />
    </>
  )
}

/** How a provider is reached, such as `openai (api)`. */
function routeOf({ routes }: Provider): string {
  const used = routes.find((route) => route.used)
  if (!used) return '–'
  const surface = used.surface.toLowerCase().replaceAll('_', ' ')
  return surface === used.driver ? surface : `${used.driver} (${surface})`
}
