import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import type { LocationApplied, PersonaApplied } from '../../definitions/vocabulary.ts'
import type { Cost, PaidAnswer, Prices, SpendLimit } from './cost.ts'
import type { AnswerReader, Driver, RawAnswer, Surface } from './driver.ts'
import type { Vendor } from './vendor.ts'

/** How questions to a provider are answered. */
export const PROVIDER_STATES = {
  real: 'The provider answers questions.',
  simulated: 'Answers are simulated, and marked as simulated.',
  unavailable: 'The provider cannot be asked. Analyses that request it are rejected.',
} as const satisfies Enumeration

export type ProviderState = keyof typeof PROVIDER_STATES

/** Countries that a provider or a source supports, as ISO 3166-1 alpha-2 codes; `*` stands for all. */
export type Countries = '*' | readonly string[]

/** Why a provider cannot be asked, for operators. */
export interface MissingPart {
  /** Names the missing environment variables. */
  reason: string
  /** What to set, or what to write in which file. */
  fix: string
}

/** One way to ask a provider. */
export interface Route {
  driver: string
  /** The surface that this route's answers come from. */
  surface: Surface
  /** Whether questions take this route. */
  used: boolean
  /** Null when the route is complete: it is then used, or a preferred route is. */
  missing: MissingPart | null
}

/** An answer surface that can be asked. */
export interface Provider {
  /** The literal token. */
  id: string
  label: string
  aliases: readonly string[]
  /** The driver of the used route. When no route can be used, the API's driver: its credentials are the quickest to get. */
  driverName: string
  /** The ways to ask it, the preferred one first; at most one is used. */
  routes: readonly Route[]
  state: ProviderState
  /** The organization that pays the vendor with its own credentials; null if the installation does. */
  account: string | null
  /** Changes with the credentials. Circuit breakers use it, so that new credentials start with a closed circuit. */
  connectionId: string
  /** The vendor with credentials that were entered in the product; null if they come from the environment, or if it needs none. */
  storedVendor: Vendor | null
  /** The environment variables with its credentials; empty when it needs none. */
  variables: readonly string[]
  /** Null when no credentials are missing: the provider is then real, or simulated because its entry names that driver. */
  missing: MissingPart | null
  /** As configured; null when the surface chooses the model. */
  model: string | null
  /** Tells operators where to change a setting such as `model` or `options.maximumTokens`. */
  settingName(field: string): string
  locations: Countries
  /** How it receives the language and the city of a location, and a persona. */
  applies: Readonly<Record<'language' | 'city', LocationApplied> & { persona: PersonaApplied }>
  /** Whether it can be asked from the country of a location, in its language. */
  supportsLocation(location: string): boolean
  /** The driver of an unavailable provider throws a ProviderError of kind `stop` when asked, but still reads stored answers. */
  driver: Driver
  /** Maximum number of concurrent questions. */
  concurrency: number
  /** At most `max` questions per `duration` milliseconds. */
  rateLimit: { max: number; duration: number } | null
  /**
   * Returns the cost of an answer: the amount the vendor reported, otherwise one computed from a price list. Null when neither is
   * known, and for simulated and replayed answers, which cost nothing.
   * @param askedBy the driver that received the answer, by default the provider's current driver
   */
  costOf(answer: PaidAnswer, askedBy?: string): Cost | null
  /** The prices that apply to its model when the vendor does not report a cost; null when it has none. */
  prices: Prices | null
  /** Whether the vendor reports the cost of each answer. */
  reportsCost: boolean
  /** The configured limit of what its questions may cost per day. */
  spendLimit: SpendLimit
}

/** Parses stored responses without a provider's configuration, so that it also works in a thread. */
export interface AnswerReaders {
  /** The reader of a provider's responses, by the driver that received each response. */
  readerOf(provider: { id: string; driverName: string }): AnswerReader
  /** Whether the driver that received a response can list links in it that only redirect. */
  listsRedirects(raw: RawAnswer): boolean
}

/** The providers with the credentials of the installation, or of an organization. */
export interface ProviderRegistry {
  /** In the order of PROVIDERS_FILE. */
  list(): Provider[]
  /** The provider with exactly this id or alias; null for any other token. */
  find(token: string): Provider | null
  /** Surfaces that can be asked once their credentials are set. They are not in the list, and are never simulated. */
  absent: readonly { id: string; label: string; missing: MissingPart }[]
  /** The ids, without the aliases. */
  tokens(): string[]
}
