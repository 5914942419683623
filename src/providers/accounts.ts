import type {
  LoadedVolumeSource,
  ProviderAccounts,
  StoredCredentials,
} from '../core/provider-port/accounts.ts'
import type { ProviderRegistry } from '../core/provider-port/registry.ts'
import type { CredentialValues } from '../core/provider-port/vendor.ts'
import { ANSWER_READERS } from './answer-readers.ts'
import { type Environment, VOLUME_CREDENTIALS } from './foundation/missing-credentials.ts'
import { createRegistry, type ProvidersSource, readConfiguration } from './registry.ts'
import { loadVolumeSource } from './volume-sources.ts'

/**
 * Creates the providers of all accounts, without stored credentials at first.
 * @param source.credentials which credentials to use, as PROVIDER_CREDENTIALS says. With `both`, the environment takes
 *   precedence over stored credentials of the installation
 * @throws {Error} as `readConfiguration`
 */
export function createProviderAccounts(
  source: ProvidersSource & { credentials: 'both' | 'environment' | 'database' },
): ProviderAccounts {
  const configuration = readConfiguration(source)
  const { vendors } = configuration
  const variables = new Set([
    ...vendors.flatMap(({ fields }) => fields.map(({ variable }) => variable)),
    ...VOLUME_CREDENTIALS,
  ])
  const environment =
    source.credentials === 'database' ? without(source.environment, variables) : source.environment
  const storesCredentials = source.credentials !== 'environment'
  const listeners: (() => void)[] = []
  let stored: StoredCredentials = { version: 0, installation: {}, organizations: new Map() }
  let registries = new Map<string | null, ProviderRegistry>()
  let volume: LoadedVolumeSource | null = null

  /** Values of the installation. A variable of the environment is never combined with stored values of the same vendor. */
  function storedInUse(): CredentialValues {
    if (!storesCredentials) return {}
    const set = new Set(
      vendors
        .filter(({ fields }) => fields.some(({ variable }) => environment[variable]))
        .flatMap(({ fields }) => fields.map(({ variable }) => variable)),
    )
    return Object.fromEntries(Object.entries(stored.installation).filter(([variable]) => !set.has(variable)))
  }

  function create(organizationId: string | null): ProviderRegistry {
    const used = storedInUse()
    const shared = { ...environment, ...used }
    const credentials = organizationId === null ? undefined : stored.organizations.get(organizationId)
    if (organizationId === null || !credentials) {
      return createRegistry(configuration, { environment: shared, stored: used, own: null })
    }
    return createRegistry(configuration, {
      environment: { ...shared, ...credentials.values },
      stored: used,
      own: { organizationId, ...credentials },
    })
  }

  function of(organizationId: string | null): ProviderRegistry {
    const key =
      organizationId !== null && storesCredentials && stored.organizations.has(organizationId)
        ? organizationId
        : null
    const registry = registries.get(key) ?? create(key)
    registries.set(key, registry)
    return registry
  }

  return {
    of,
    all: () => [of(null), ...(storesCredentials ? [...stored.organizations.keys()].map(of) : [])],
    connect(vendorId, values) {
      const vendor = vendors.find(({ id }) => id === vendorId)
      if (!vendor) return null
      const registry = createRegistry(configuration, {
        environment: { ...without(source.environment, variables), ...values },
        stored: values,
        own: null,
      })
      return (
        registry
          .list()
          .find(({ id, state }) => state === 'real' && vendor.providers.some(({ token }) => token === id)) ??
        null
      )
    },
    vendors,
    storesCredentials,
    isInEnvironment: ({ fields }) => fields.every(({ variable }) => Boolean(environment[variable])),
    version: () => stored.version,
    use(next) {
      stored = next
      registries = new Map()
      volume = null
      for (const listener of listeners) listener()
    },
    onChange: (listener) => void listeners.push(listener),
    volume() {
      volume ??= loadVolumeSource({ ...source, environment: { ...environment, ...storedInUse() } })
      return volume
    },
    readers: ANSWER_READERS,
    volumeCredentials: VOLUME_CREDENTIALS,
  }
}

function without(environment: Environment, variables: ReadonlySet<string>): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !variables.has(name)))
}
