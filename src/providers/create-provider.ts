import { createHash } from 'node:crypto'
import type { PaidAnswer } from '../core/provider-port/cost.ts'
import { type Driver, ProviderError } from '../core/provider-port/driver.ts'
import type { MissingPart, Provider } from '../core/provider-port/registry.ts'
import type { CredentialValues, Vendor } from '../core/provider-port/vendor.ts'
import { partsOf } from '../definitions/countries/location.ts'
import { readerAmong } from './answer-readers.ts'
import { settingVariable } from './default-routes.ts'
import { FALLBACK_DRIVER } from './drivers.ts'
import type { DriverDefinition, ProviderEntry } from './foundation/define-driver.ts'
import { type Environment, missingCredentials, missingOfAll } from './foundation/missing-credentials.ts'
import { costOf, priceOf } from './foundation/prices.ts'
import { vendorOf } from './vendors.ts'

/** What the providers of one account share. */
export interface Build {
  /** Path of PROVIDERS_FILE; null for the default providers. */
  file: string | null
  /** Folder of PROVIDERS_FILE. */
  folder: string
  drivers: readonly DriverDefinition[]
  vendors: readonly Vendor[]
  /** All values that the account can use. */
  environment: Environment
  simulateMissing: boolean
  /** The credentials that were entered in the product, and are used. */
  stored: CredentialValues
  /** The organization's own credentials; null for the account of the installation. */
  own: OwnCredentials | null
}

/** The credentials of an organization. Its questions prefer the routes that use them. */
export interface OwnCredentials {
  organizationId: string
  values: CredentialValues
  /** Daily limits in US dollars by vendor id; null without a limit. */
  dailySpendUsd: ReadonlyMap<string, number | null>
}

/** Creates the provider from its first entry with configured credentials. The organization's own credentials come first. */
export function createProvider(
  entries: readonly [ProviderEntry, ...ProviderEntry[]],
  build: Build,
): Provider {
  const routes = entries.map((entry) => ({
    entry,
    missing: missingCredentials(Object.values(entry.variables), build.environment),
  }))
  const usable = routes.filter(({ missing }) => missing === null)
  const used = usable.find((route) => needsOnly(route.entry, build.own?.values ?? {})) ?? usable[0]
  const entry = used?.entry ?? entries.find(({ surface }) => surface === 'api') ?? entries[0]
  const { id, label, aliases, driver, model, concurrency, rateLimit, prices } = entry
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
    ...accountOf(used?.entry ?? null, entry, build),
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

/** Returns who pays for the questions, and with which credentials. */
function accountOf(
  used: ProviderEntry | null,
  { spendLimit }: ProviderEntry,
  { own, stored, vendors, environment }: Build,
) {
  const vendor = used && vendorOf(used, vendors)
  const isOwn = used !== null && own !== null && needsOnly(used, own.values)
  const values = vendor?.fields.map(({ variable }) => environment[variable]) ?? []
  return {
    account: isOwn ? own.organizationId : null,
    connectionId: createHash('sha256').update(values.join('\n')).digest('hex').slice(0, 16),
    storedVendor: isOwn || (used !== null && needsOnly(used, stored)) ? vendor : null,
    spendLimit: isOwn
      ? { perDay: (vendor && own.dailySpendUsd.get(vendor.id)) ?? null, perOrganizationPerDay: null }
      : spendLimit,
  }
}

/** Whether an entry needs credentials, and the values include all of them. */
function needsOnly({ variables }: ProviderEntry, values: CredentialValues): boolean {
  const needed = Object.values(variables).filter((variable) => variable !== null)
  return needed.length > 0 && needed.every((variable) => values[variable] !== undefined)
}

/** Returns what is missing to use any of the routes; null if one can be used. */
export function missingOfRoutes(
  routes: readonly ProviderEntry[],
  { environment }: Pick<Build, 'environment'>,
): MissingPart | null {
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
