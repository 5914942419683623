import { dirname } from 'node:path'
import type { PaidAnswer } from '../core/provider-port/cost.ts'
import { type Driver, ProviderError } from '../core/provider-port/driver.ts'
import type { MissingPart, Provider, ProviderRegistry } from '../core/provider-port/registry.ts'
import { partsOf } from '../definitions/countries/location.ts'
import { ANSWER_READERS, readerAmong } from './answer-readers.ts'
import { DEFAULT_PROVIDERS, UNREACHED_SURFACES } from './default-providers.ts'
import { defaultRoutes, settingVariable } from './default-routes.ts'
import { DRIVERS, FALLBACK_DRIVER } from './drivers.ts'
import type { DriverDefinition, ProviderEntry } from './foundation/define-driver.ts'
import {
  type Environment,
  missingCredentials,
  missingOfAll,
  VOLUME_CREDENTIALS,
} from './foundation/missing-credentials.ts'
import { costOf, priceOf } from './foundation/prices.ts'
import { readProvidersFile } from './providers-file.ts'

/** Input of {@link loadProviders}. */
export interface ProvidersSource {
  /** Path of PROVIDERS_FILE; null for the default providers. */
  file: string | null
  environment: Environment
  /** Whether providers without credentials are simulated instead of unavailable. */
  simulateMissing: boolean
  /** Defaults to the drivers in drivers.ts. */
  drivers?: readonly DriverDefinition[]
}

/**
 * Creates the registry.
 * @throws {Error} that names the file, the path and the fix of every mistake in PROVIDERS_FILE, or an environment
 *   variable with an invalid value for a default provider
 */
export function loadProviders(source: ProvidersSource): ProviderRegistry {
  const { file } = source
  const drivers = source.drivers ?? DRIVERS
  const build = { ...source, drivers, folder: file === null ? '' : dirname(file) }
  const defaults = file === null ? DEFAULT_PROVIDERS : []
  const routed = defaults.map((provider) => ({ provider, routes: defaultRoutes(provider, build) }))
  const absent = routed.flatMap(({ provider: { id, label, onlyWithCredentials }, routes }) => {
    const missing = onlyWithCredentials ? missingOfRoutes(routes, build) : null
    return missing ? [{ id, label, missing }] : []
  })
  const providers =
    file === null
      ? routed
          .filter(({ provider }) => !absent.some(({ id }) => id === provider.id))
          .map(({ routes }) => createProvider(routes, build))
      : readProvidersFile(file, drivers).map((entry) => createProvider([entry], build))
  const byToken = new Map<string, Provider>()
  for (const provider of providers) {
    for (const token of [provider.id, ...provider.aliases]) byToken.set(token, provider)
  }
  return {
    list: () => [...providers],
    find: (token) => byToken.get(token) ?? null,
    tokens: () => providers.map(({ id }) => id),
    absent: file === null ? [...absent, ...UNREACHED_SURFACES] : [],
    readers: ANSWER_READERS,
    volumeCredentials: VOLUME_CREDENTIALS,
  }
}

type Build = Required<ProvidersSource> & { folder: string }

/** Creates the provider from its first entry with configured credentials. */
function createProvider(entries: readonly [ProviderEntry, ...ProviderEntry[]], build: Build): Provider {
  const routes = entries.map((entry) => ({
    entry,
    missing: missingCredentials(Object.values(entry.variables), build.environment),
  }))
  const used = routes.find(({ missing }) => missing === null)
  const entry = used?.entry ?? entries.find(({ surface }) => surface === 'api') ?? entries[0]
  const { id, label, aliases, driver, model, concurrency, rateLimit, prices, spendLimit } = entry
  // Countries differ between routes, so accept all of them until the route is known.
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
    settingName: (field: string) =>
      (build.file === null ? settingVariable(driver.name, id, field) : null) ??
      `${field} of ${id} in PROVIDERS_FILE`,
    locations,
    applies: entry.applies,
    supportsLocation(location: string) {
      const { country, language } = partsOf(location)
      const isAskedFrom = locations === '*' || locations.includes(country)
      return isAskedFrom && (language === null || entry.supportsLanguage(language))
    },
    rateLimit,
    costOf: (answer: PaidAnswer, askedBy = driver.name) =>
      costOf(answer, {
        prices: askedBy === driver.name ? prices : null,
        listPrices: build.drivers.find(({ name }) => name === askedBy)?.prices ?? {},
      }),
    prices: prices ?? priceOf({ requested: model, reported: null }, driver.prices),
    reportsCost: driver.reportsCost,
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

/** Returns what is missing to use any of the routes; null if one can be used. */
function missingOfRoutes(routes: readonly ProviderEntry[], { environment }: Build): MissingPart | null {
  const missing = routes.map(({ variables }) => missingCredentials(Object.values(variables), environment))
  return missing.includes(null) ? null : missingOfAll(missing.flatMap((part) => part ?? []))
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
