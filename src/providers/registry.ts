import { dirname } from 'node:path'
import type { Enumeration } from '../definitions/enumeration.ts'
import { readerAmong } from './answer-readers.ts'
import { DEFAULT_PROVIDERS } from './default-providers.ts'
import { defaultRoutes } from './default-routes.ts'
import type { Countries, DriverDefinition, ProviderEntry } from './define-driver.ts'
import { type Driver, ProviderError, type Surface } from './driver.ts'
import { DRIVERS, FALLBACK_DRIVER } from './drivers.ts'
import {
  type Environment,
  type MissingPart,
  missingCredentials,
  missingOfAll,
} from './missing-credentials.ts'
import type { Prices, SpendLimit } from './prices.ts'
import { readProvidersFile } from './providers-file.ts'

/** How the questions to a provider are answered. */
export const PROVIDER_STATES = {
  real: 'The provider is asked.',
  simulated: 'Its answers are simulated, and marked as such.',
  unavailable: 'It cannot be asked: an analysis that names it is refused.',
} as const satisfies Enumeration

export type ProviderState = keyof typeof PROVIDER_STATES

/** One way to ask a provider. */
export interface Route {
  driver: string
  /** Where its answers are seen. */
  surface: Surface
  /** Whether the provider is asked by it. */
  used: boolean
  /** Null where nothing is missing: it is then used, or a preferred route is. */
  missing: MissingPart | null
}

/** An answer surface with its driver. */
export interface Provider {
  /** The literal token. */
  id: string
  label: string
  aliases: readonly string[]
  /** The driver of the route that is used; where none can be, that of the API, whose credentials are the quickest to get. */
  driverName: string
  /** The ways in which it can be asked, the preferred one first; at most one is used. */
  routes: readonly Route[]
  state: ProviderState
  /** The environment variables with its credentials; none where it needs none. */
  variables: readonly string[]
  /** Null when nothing is missing: the provider is then real, or simulated because its entry has that driver. */
  missing: MissingPart | null
  /** As configured; null when the surface chooses the model. */
  model: string | null
  locations: Countries
  supportsLocation(code: string): boolean
  /** That of an unavailable provider throws a ProviderError of kind `stop` when asked, and reads stored answers. */
  driver: Driver
  /** Maximum number of concurrent questions. */
  concurrency: number
  /** At most `max` questions in `duration` milliseconds. */
  rateLimit: { max: number; duration: number } | null
  /** What its driver's questions cost, as configured; null for the list prices. */
  prices: Prices | null
  /** What its questions may cost in a day, as configured. */
  spendLimit: SpendLimit
}

/** The configured providers. */
export interface ProviderRegistry {
  /** In the order of PROVIDERS_FILE. */
  list(): Provider[]
  /** The provider with exactly this id or alias; null for any other token. */
  find(token: string): Provider | null
  /** The ids, without the aliases. */
  tokens(): string[]
}

/** What {@link loadProviders} reads. */
export interface ProvidersSource {
  /** PROVIDERS_FILE; null for the seven default providers. */
  file: string | null
  environment: Environment
  /** Whether a provider without credentials is simulated; otherwise it is unavailable. */
  simulateMissing: boolean
  /** Those of drivers.ts unless given. */
  drivers?: readonly DriverDefinition[]
}

/**
 * Creates the registry.
 * @throws {Error} that names the file, the path and the fix of every mistake in PROVIDERS_FILE, or the variable that a default
 *   provider cannot use
 */
export function loadProviders(source: ProvidersSource): ProviderRegistry {
  const { file } = source
  const drivers = source.drivers ?? DRIVERS
  const build = { ...source, drivers, folder: file === null ? '' : dirname(file) }
  const providers =
    file === null
      ? DEFAULT_PROVIDERS.map((provider) => createProvider(defaultRoutes(provider, build), build))
      : readProvidersFile(file, drivers).map((entry) => createProvider([entry], build))
  const byToken = new Map<string, Provider>()
  for (const provider of providers) {
    for (const token of [provider.id, ...provider.aliases]) byToken.set(token, provider)
  }
  return {
    list: () => [...providers],
    find: (token) => byToken.get(token) ?? null,
    tokens: () => providers.map(({ id }) => id),
  }
}

type Build = Required<ProvidersSource> & { folder: string }

/** The provider, asked by the first of its entries whose credentials are set. */
function createProvider(entries: readonly [ProviderEntry, ...ProviderEntry[]], build: Build): Provider {
  const routes = entries.map((entry) => ({
    entry,
    missing: missingCredentials(Object.values(entry.variables), build.environment),
  }))
  const used = routes.find(({ missing }) => missing === null)
  const entry = used?.entry ?? entries.find(({ surface }) => surface === 'api') ?? entries[0]
  const { id, label, aliases, driver, model, concurrency, rateLimit, prices, spendLimit } = entry
  // Routes differ in their countries: none is refused before it is known which one will be used.
  const locations = used || entries.length === 1 ? entry.locations : '*'
  const reader = readerAmong(id, driver, build.drivers)
  const shared = {
    id,
    label,
    aliases,
    driverName: driver.name,
    routes: routes.map((route) => ({
      driver: route.entry.driver.name,
      surface: route.entry.surface,
      used: route === used,
      missing: route.missing,
    })),
    variables: Object.values(entry.variables).filter((variable) => variable !== null),
    model,
    locations,
    supportsLocation: (code: string) => locations === '*' || locations.includes(code),
    rateLimit,
    prices,
    spendLimit,
  }
  if (used) {
    const ask = entry.connect({ credentials: credentialsOf(entry, build), folder: build.folder })
    const state = entry.surface === 'simulated' ? 'simulated' : 'real'
    return {
      ...shared,
      state,
      missing: null,
      driver: { ask, ...reader },
      concurrency: concurrency ?? driver.concurrency,
    }
  }
  const missing = missingOfAll(routes.flatMap((route) => route.missing ?? []))
  if (build.simulateMissing) {
    const ask = simulatedAsk(id, model)
    const driver = { ask, ...reader }
    return {
      ...shared,
      state: 'simulated',
      missing,
      driver,
      concurrency: concurrency ?? FALLBACK_DRIVER.concurrency,
    }
  }
  const refuse = async () => {
    throw new ProviderError('stop', `${id} is not available: ${missing.reason}`)
  }
  return {
    ...shared,
    state: 'unavailable',
    missing,
    driver: { ask: refuse, ...reader },
    concurrency: concurrency ?? driver.concurrency,
  }
}

function credentialsOf({ variables }: ProviderEntry, { environment }: Build): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [
      name,
      variable === null ? null : (environment[variable] ?? null),
    ]),
  )
}

function simulatedAsk(id: string, model: string | null): Driver['ask'] {
  const entry = FALLBACK_DRIVER.entry.parse({
    id,
    driver: FALLBACK_DRIVER.name,
    ...(model !== null && { model }),
  })
  return entry.connect({ credentials: {}, folder: '' })
}
