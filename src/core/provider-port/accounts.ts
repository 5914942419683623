import type { AnswerReaders, MissingPart, Provider, ProviderRegistry, ProviderState } from './registry.ts'
import type { CredentialValues, Vendor } from './vendor.ts'
import type { VolumeSource } from './volume-source.ts'

/** The credentials that were entered in the product. */
export interface StoredCredentials {
  /** Increases with every change. */
  version: number
  installation: CredentialValues
  /** By organization id. */
  organizations: ReadonlyMap<string, OrganizationCredentials>
}

/** The credentials of an organization. */
export interface OrganizationCredentials {
  values: CredentialValues
  /** Daily limits in US dollars for the questions to a vendor, by vendor id; null without a limit. */
  dailySpendUsd: ReadonlyMap<string, number | null>
}

/** The source of search volumes, and whether it is real. */
export interface LoadedVolumeSource {
  /** Null if there is no source. */
  source: VolumeSource | null
  state: ProviderState
  /** Null if all credentials are set. */
  missing: MissingPart | null
}

/**
 * The providers of the installation and of every organization. An organization with its own credentials asks with them,
 * and with the credentials of the installation otherwise.
 */
export interface ProviderAccounts {
  /** Returns the providers for the questions of an organization; null for an organization without its own credentials. */
  of(organizationId: string | null): ProviderRegistry
  /** Returns the registry of the installation, followed by the registries of organizations with their own credentials. */
  all(): ProviderRegistry[]
  /** Returns a provider that is only connected with the given credentials of a vendor; null for an unknown vendor. */
  connect(vendorId: string, values: CredentialValues): Provider | null
  /** All vendors of the configured providers. */
  vendors: readonly Vendor[]
  /** Whether credentials can be stored, as PROVIDER_CREDENTIALS configures. */
  storesCredentials: boolean
  /** Whether the environment sets all credentials of a vendor, and they are used. */
  isInEnvironment(vendor: Vendor): boolean
  /** Version of the stored credentials in use. */
  version(): number
  /** Replaces the stored credentials, and calls the listeners. */
  use(stored: StoredCredentials): void
  /** Calls the listener after every change of the credentials. */
  onChange(listener: () => void): void
  /**
   * Returns the source of search volumes. It uses the credentials of the installation.
   * @throws {Error} that names the environment variable with an invalid URL
   */
  volume(): LoadedVolumeSource
  readers: AnswerReaders
  /** The environment variables that real search volumes need. */
  volumeCredentials: readonly string[]
}
