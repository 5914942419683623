import { type AwaitedProvider, DEFAULT_PROVIDERS } from './default-providers.ts'
import { type Driver, ProviderError } from './driver.ts'
import { createOpenAiCompatibleDriver } from './openai-compatible.ts'
import { type ProviderEntry, readProvidersFile } from './providers-file.ts'
import { createReplayDriver } from './replay.ts'
import { createSimulatedDriver, SIMULATED_ORIGIN } from './simulated.ts'

/** An answer surface and the way to it. */
export interface Provider {
  /** The literal token. */
  id: string
  label: string
  aliases: readonly string[]
  /** The driver it is meant to run on, also where `simulated` says that it does not. */
  driverName: string
  /** Whether its answers are invented. */
  simulated: boolean
  /** As configured; null leaves it to the surface. */
  model: string | null
  /** ISO 3166-1 alpha-2 codes; `*` for every country. */
  locations: '*' | readonly string[]
  supportsLocation(code: string): boolean
  available: boolean
  /** Why it is not available, in words for an operator; null when it is. */
  unavailableReason: string | null
  /** Unavailable providers have one too: it refuses with a `stop`, and reads what was bought before. */
  driver: Driver
  /** Questions in flight at a time. */
  concurrency: number
  /** At most `max` questions in `duration` milliseconds. */
  rateLimit: { max: number; duration: number } | null
}

export interface ProviderRegistry {
  /** In the order of the file. */
  list(): Provider[]
  /** By id or alias, spelled exactly; null for any other token. */
  find(token: string): Provider | null
  /** The ids, without the aliases. */
  tokens(): string[]
}

export interface ProvidersSource {
  /** PROVIDERS_FILE; null for the seven known surfaces. */
  file: string | null
  environment: Readonly<Record<string, string | undefined>>
  /** Whether a provider without credentials runs on the simulated driver; it is unavailable otherwise. */
  simulateMissing: boolean
}

/** Builds the registry. Throws an Error that names file, place and remedy for every mistake in PROVIDERS_FILE. */
export function loadProviders(source: ProvidersSource): ProviderRegistry {
  const providers =
    source.file === null
      ? DEFAULT_PROVIDERS.map((awaited) => awaitedProvider(awaited, source))
      : readProvidersFile(source.file).map((entry) => configuredProvider(entry, source))
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

function awaitedProvider(
  awaited: AwaitedProvider,
  { environment, simulateMissing }: ProvidersSource,
): Provider {
  const { id, label, aliases, driver, apiKeyEnv } = awaited
  const reason = environment[apiKeyEnv]
    ? `this version has no ${driver} driver yet; list ${id} in PROVIDERS_FILE with a driver it has`
    : `${apiKeyEnv} is not set`
  const identity = { id, label, aliases, driverName: driver, model: null, locations: '*' as const }
  return missingProvider(identity, { reason, own: null, simulateMissing, limits: {} })
}

function configuredProvider(
  entry: ProviderEntry,
  { environment, simulateMissing }: ProvidersSource,
): Provider {
  const apiKey = (entry.apiKeyEnv !== undefined && environment[entry.apiKeyEnv]) || null
  const own = ownDriver(entry, apiKey)
  const identity: Identity = {
    id: entry.id,
    label: entry.label ?? entry.id,
    aliases: entry.aliases,
    driverName: entry.driver,
    model: entry.model ?? null,
    locations: entry.locations,
  }
  const limits = entry.options
  const needsKey = entry.driver === 'openai-compatible' && entry.apiKeyEnv !== undefined
  if (needsKey && apiKey === null) {
    return missingProvider(identity, {
      reason: `${entry.apiKeyEnv} is not set`,
      own,
      simulateMissing,
      limits,
    })
  }
  const simulated = entry.driver === 'simulated'
  const driver = simulated ? own : { ask: own.ask, read: readerByOrigin(identity, own) }
  const local = simulated || entry.driver === 'replay'
  return assemble(identity, { driver, simulated, unavailableReason: null, local, limits })
}

function ownDriver(entry: ProviderEntry, apiKey: string | null): Driver {
  const model = entry.model ?? null
  switch (entry.driver) {
    case 'simulated':
      return createSimulatedDriver({ id: entry.id, model })
    case 'replay':
      return createReplayDriver({ file: entry.options.file, model })
    case 'openai-compatible':
      return createOpenAiCompatibleDriver({
        baseUrl: entry.baseUrl,
        model: entry.model,
        apiKey,
        locationHint: entry.options.locationHint,
      })
  }
}

type Identity = Pick<Provider, 'id' | 'label' | 'aliases' | 'driverName' | 'model' | 'locations'>
type Limits = { concurrency?: number | undefined; rateLimit?: { max: number; duration: number } | undefined }

/** A provider whose credentials, or whose driver, are missing. */
function missingProvider(
  identity: Identity,
  missing: { reason: string; own: Driver | null; simulateMissing: boolean; limits: Limits },
): Provider {
  const { reason, own, simulateMissing, limits } = missing
  const read = readerByOrigin(identity, own)
  if (simulateMissing) {
    const driver = { ask: createSimulatedDriver(identity).ask, read }
    return assemble(identity, { driver, simulated: true, unavailableReason: null, local: true, limits })
  }
  const driver: Driver = {
    ask: async () => {
      throw new ProviderError('stop', `${identity.id} is not available: ${reason}`)
    },
    read,
  }
  return assemble(identity, { driver, simulated: false, unavailableReason: reason, local: false, limits })
}

/** Credentials come and go; an artifact stored before must still be read by the driver that bought it. */
function readerByOrigin(identity: Identity, own: Driver | null): Driver['read'] {
  const simulated = createSimulatedDriver(identity)
  return (raw, question) => {
    const reader = raw.driver === SIMULATED_ORIGIN ? simulated : own
    if (reader === null) throw new ProviderError('drift', `no driver reads this artifact of ${identity.id}`)
    return reader.read(raw, question)
  }
}

function assemble(
  identity: Identity,
  state: {
    driver: Driver
    simulated: boolean
    unavailableReason: string | null
    local: boolean
    limits: Limits
  },
): Provider {
  const { driver, simulated, unavailableReason, local, limits } = state
  const { locations } = identity
  return {
    ...identity,
    simulated,
    supportsLocation: (code) => locations === '*' || locations.includes(code),
    available: unavailableReason === null,
    unavailableReason,
    driver,
    concurrency: limits.concurrency ?? (local ? 100 : 10),
    rateLimit: limits.rateLimit ?? null,
  }
}
