import { ConfigError } from '../config/error.ts'
import type { Config } from '../config/read.ts'
import type { ProviderAccounts } from '../core/provider-port/accounts.ts'
import type { VolumeSource } from '../core/provider-port/volume-source.ts'
import { getErrorMessage } from '../infra/error-message.ts'
import { createProviderAccounts } from '../providers/accounts.ts'

/**
 * Loads the configured providers. Missing credentials are replaced by simulations only in
 * trial installations, never silently with an external database.
 * @param options.demo whether to simulate providers without credentials even if DATABASE_URL is set
 * @throws {ConfigError} with PROVIDERS_FILE and what is wrong in it
 */
export function openProviders(config: Config, { demo = false } = {}): ProviderAccounts {
  try {
    return createProviderAccounts({
      file: config.providersFile,
      environment: config.environment,
      simulateMissing: demo || config.database.mode === 'embedded',
      credentials: config.providerCredentials,
    })
  } catch (error) {
    const message = getErrorMessage(error)
    const { providersFile } = config
    const isOfFile = providersFile !== null && message.startsWith(providersFile)
    throw new ConfigError(isOfFile ? `PROVIDERS_FILE ${message}` : message)
  }
}

/**
 * Returns the source of search volumes; null if there is none.
 * @throws {ConfigError} with the variable that contains an invalid URL
 */
export function openVolumeSource(providers: ProviderAccounts): VolumeSource | null {
  try {
    return providers.volume().source
  } catch (error) {
    throw new ConfigError(getErrorMessage(error))
  }
}
