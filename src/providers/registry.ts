import { dirname } from 'node:path'
import type { Provider, ProviderRegistry } from '../core/provider-port/registry.ts'
import type { Vendor } from '../core/provider-port/vendor.ts'
import { type Build, createProvider, missingOfRoutes } from './create-provider.ts'
import { DEFAULT_PROVIDERS, type DefaultProvider, UNREACHED_SURFACES } from './default-providers.ts'
import { defaultRoutes } from './default-routes.ts'
import { DRIVERS } from './drivers.ts'
import type { DriverDefinition, ProviderEntry } from './foundation/define-driver.ts'
import type { Environment } from './foundation/missing-credentials.ts'
import { readProvidersFile } from './providers-file.ts'
import { vendorsOf } from './vendors.ts'

/** Input of {@link readConfiguration}. */
export interface ProvidersSource {
  /** Path of PROVIDERS_FILE; null for the default providers. */
  file: string | null
  environment: Environment
  /** Whether providers without credentials are simulated instead of unavailable. */
  simulateMissing: boolean
  /** Defaults to the drivers in drivers.ts. */
  drivers?: readonly DriverDefinition[]
}

/** The configured providers with all of their routes, before it is known which credentials there are. */
export interface Configuration
  extends Pick<Build, 'file' | 'folder' | 'drivers' | 'vendors' | 'simulateMissing'> {
  providers: readonly ConfiguredProvider[]
  vendors: readonly Vendor[]
}

interface ConfiguredProvider extends Pick<DefaultProvider, 'id' | 'label'> {
  routes: [ProviderEntry, ...ProviderEntry[]]
  onlyWithCredentials: boolean
}

/**
 * Reads which providers there are, and how each can be asked.
 * @throws {Error} that names the file, the path and the fix of every mistake in PROVIDERS_FILE, or an environment
 *   variable with an invalid value for a default provider
 */
export function readConfiguration(source: ProvidersSource): Configuration {
  const { file, environment, simulateMissing, drivers = DRIVERS } = source
  const providers =
    file === null
      ? DEFAULT_PROVIDERS.map((provider) => ({
          id: provider.id,
          label: provider.label,
          routes: defaultRoutes(provider, { drivers, environment }),
          onlyWithCredentials: provider.onlyWithCredentials ?? false,
        }))
      : readProvidersFile(file, drivers).map((entry): ConfiguredProvider => {
          const { id, label } = entry
          return { id, label, routes: [entry], onlyWithCredentials: false }
        })
  const vendors = vendorsOf(providers.flatMap(({ routes }) => routes))
  return { file, folder: file === null ? '' : dirname(file), drivers, simulateMissing, providers, vendors }
}

/** Creates the registry of an account. */
export function createRegistry(
  { providers: configured, ...shared }: Configuration,
  credentials: Pick<Build, 'environment' | 'stored' | 'own'>,
): ProviderRegistry {
  const build: Build = { ...shared, ...credentials }
  const absent = configured.flatMap(({ id, label, onlyWithCredentials, routes }) => {
    const missing = onlyWithCredentials ? missingOfRoutes(routes, build) : null
    return missing ? [{ id, label, missing }] : []
  })
  const providers = configured
    .filter(({ id }) => !absent.some((provider) => provider.id === id))
    .map(({ routes }) => createProvider(routes, build))
  const byToken = new Map<string, Provider>()
  for (const provider of providers) {
    for (const token of [provider.id, ...provider.aliases]) byToken.set(token, provider)
  }
  return {
    list: () => [...providers],
    find: (token) => byToken.get(token) ?? null,
    tokens: () => providers.map(({ id }) => id),
    absent: build.file === null ? [...absent, ...UNREACHED_SURFACES] : [],
  }
}

/**
 * Creates the registry for credentials that all come from the environment.
 * @throws {Error} as {@link readConfiguration}
 */
export function loadProviders(source: ProvidersSource): ProviderRegistry {
  return createRegistry(readConfiguration(source), { environment: source.environment, stored: {}, own: null })
}

/** Returns the vendors of the default providers. */
export function defaultVendors(): readonly Vendor[] {
  return readConfiguration({ file: null, environment: {}, simulateMissing: false }).vendors
}
