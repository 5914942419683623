import { dirname } from 'node:path'
import type { Enumeration } from '../definitions/enumeration.ts'
import { DEFAULT_PROVIDERS, type DefaultProvider } from './default-providers.ts'
import type { DriverDefinition, PlannedDriver, ProviderEntry } from './define-driver.ts'
import { type AnswerReader, type Driver, ProviderError, type RawAnswer } from './driver.ts'
import { DRIVERS, FALLBACK_DRIVER } from './drivers.ts'
import { readProvidersFile } from './providers-file.ts'

/** How the questions to a provider are answered. */
export const PROVIDER_STATES = {
  real: 'The provider is asked.',
  simulated: 'Its answers are simulated, and marked as such.',
  unavailable: 'It cannot be asked: an analysis that names it is refused.',
} as const satisfies Enumeration

export type ProviderState = keyof typeof PROVIDER_STATES

/** Why a provider cannot be asked, in words for an operator. */
export interface MissingPart {
  /** Names the variable or the driver that is missing. */
  reason: string
  /** What to set, or to write in which file. */
  fix: string
}

/** An answer surface with its driver. */
export interface Provider {
  /** The literal token. */
  id: string
  label: string
  aliases: readonly string[]
  /** The configured driver, also while it is missing. */
  driverName: string
  state: ProviderState
  /** Null when nothing is missing: the provider is then real, or simulated because its entry has that driver. */
  missing: MissingPart | null
  /** As configured; null when the surface chooses the model. */
  model: string | null
  /** ISO 3166-1 alpha-2 codes; `*` for every country. */
  locations: '*' | readonly string[]
  supportsLocation(code: string): boolean
  /** That of an unavailable provider throws a ProviderError of kind `stop` when asked, and reads stored answers. */
  driver: Driver
  /** Maximum number of concurrent questions. */
  concurrency: number
  /** At most `max` questions in `duration` milliseconds. */
  rateLimit: { max: number; duration: number } | null
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
  environment: Readonly<Record<string, string | undefined>>
  /** Whether a provider without credentials or driver is simulated; otherwise it is unavailable. */
  simulateMissing: boolean
  /** Those of drivers.ts unless given. */
  drivers?: readonly (DriverDefinition | PlannedDriver)[]
}

/**
 * Creates the registry.
 * @throws {Error} that names the file, the path and the fix of every mistake in PROVIDERS_FILE
 */
export function loadProviders(source: ProvidersSource): ProviderRegistry {
  const { file } = source
  const drivers = source.drivers ?? DRIVERS
  const build = { ...source, drivers, folder: file === null ? '' : dirname(file) }
  const providers =
    file === null
      ? DEFAULT_PROVIDERS.map((provider) => defaultProvider(provider, build))
      : readProvidersFile(file, drivers).map((entry) => configuredProvider(entry, build))
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

function defaultProvider(provider: DefaultProvider, build: Build): Provider {
  const driver = build.drivers.find(({ name }) => name === provider.driver)
  if (driver && 'entry' in driver) return configuredProvider(driver.entry.parse(provider), build)
  const { id, label, aliases, driver: driverName } = provider
  return providerWithout(
    missingDriver(provider, driver?.variables ?? [], build),
    { id, label, aliases, driverName, model: null, locations: '*', concurrency: null, rateLimit: null },
    { reader: readerAmong(id, null, build.drivers), defaults: FALLBACK_DRIVER },
    build,
  )
}

function configuredProvider(entry: ProviderEntry, build: Build): Provider {
  const { driver, variables } = entry
  const { id, label, aliases, model, locations, concurrency, rateLimit } = entry
  const identity = { id, label, aliases, driverName: driver.name, model, locations, concurrency, rateLimit }
  const reader = readerAmong(id, driver, build.drivers)
  const missing = missingCredentials(Object.values(variables), build.environment)
  if (missing) return providerWithout(missing, identity, { reader, defaults: driver }, build)
  const credentials = Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [
      name,
      variable === null ? null : (build.environment[variable] ?? null),
    ]),
  )
  const ask = entry.connect({ credentials, folder: build.folder })
  const state = driver.simulated ? 'simulated' : 'real'
  return assemble(identity, { state, missing: null, driver: { ask, ...reader }, defaults: driver })
}

type Identity = Pick<
  Provider,
  'id' | 'label' | 'aliases' | 'driverName' | 'model' | 'locations' | 'rateLimit'
> & {
  /** Null for the default of the driver. */
  concurrency: number | null
}

/** A provider whose credentials, or whose driver, are missing. */
function providerWithout(
  missing: MissingPart,
  identity: Identity,
  { reader, defaults }: { reader: AnswerReader; defaults: DriverDefinition },
  { simulateMissing }: Build,
): Provider {
  const { id, model } = identity
  if (simulateMissing) {
    const entry = FALLBACK_DRIVER.entry.parse({
      id,
      driver: FALLBACK_DRIVER.name,
      ...(model !== null && { model }),
    })
    const driver = { ask: entry.connect({ credentials: {}, folder: '' }), ...reader }
    return assemble(identity, { state: 'simulated', missing, driver, defaults: FALLBACK_DRIVER })
  }
  const refuse = async () => {
    throw new ProviderError('stop', `${id} is not available: ${missing.reason}`)
  }
  return assemble(identity, { state: 'unavailable', missing, driver: { ask: refuse, ...reader }, defaults })
}

/** What parses the answers of a provider of this version's drivers, without its registry: for threads. */
export function readerOf({ id, driverName }: Pick<Provider, 'id' | 'driverName'>): AnswerReader {
  const own = DRIVERS.find(({ name }) => name === driverName)
  return readerAmong(id, own && 'entry' in own ? own : null, DRIVERS)
}

/** Parses a stored answer by the driver that asked, so that it stays readable when the entry changes its driver. */
function readerAmong(id: string, own: DriverDefinition | null, drivers: Build['drivers']): AnswerReader {
  const readerFor = (raw: RawAnswer) => {
    const driver = drivers.find(({ name }) => name === raw.driver) ?? own
    if (driver && 'entry' in driver) return driver.reader
    throw new ProviderError('drift', `no driver of this version reads this raw answer of ${id}`)
  }
  return {
    read: (raw, question) => readerFor(raw).read(raw, question),
    redirects: (raw) => readerFor(raw).redirects?.(raw) ?? [],
  }
}

function missingCredentials(
  variables: readonly (string | null)[],
  environment: ProvidersSource['environment'],
): MissingPart | null {
  const needed = [...new Set(variables)].filter((variable) => variable !== null)
  const unset = needed.filter((variable) => !environment[variable])
  if (unset.length === 0) return null
  const set = needed.filter((variable) => environment[variable])
  const known = set.length > 0 ? ` (${listed(set)} ${isOrAre(set)})` : ''
  return { reason: `${listed(unset)} ${isOrAre(unset)} not set${known}`, fix: `set ${listed(unset)}` }
}

function missingDriver(
  { id, driver }: DefaultProvider,
  variables: readonly string[],
  { environment, drivers }: Build,
): MissingPart {
  const set = variables.filter((variable) => environment[variable])
  const usable = drivers.filter((other) => 'entry' in other && !other.simulated).map(({ name }) => name)
  return {
    reason:
      set.length > 0
        ? `this version has no ${driver} driver, so that ${listed(set)} ${isOrAre(set)} set but not used`
        : `this version has no ${driver} driver that would use ${listed(variables)}`,
    fix: `list ${id} in PROVIDERS_FILE with a driver of this version: ${usable.join(', ')}`,
  }
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names)
}

function isOrAre({ length }: readonly string[]): 'is' | 'are' {
  return length === 1 ? 'is' : 'are'
}

function assemble(
  { concurrency, ...identity }: Identity,
  { defaults, ...state }: Pick<Provider, 'state' | 'missing' | 'driver'> & { defaults: DriverDefinition },
): Provider {
  const { locations } = identity
  return {
    ...identity,
    ...state,
    supportsLocation: (code) => locations === '*' || locations.includes(code),
    concurrency: concurrency ?? defaults.concurrency,
  }
}
