import { type Config, ConfigError } from '../config.ts'
import type { ProviderRegistry } from '../core/provider-port/registry.ts'
import { getErrorMessage } from '../infra/error-message.ts'
import { loadProviders } from '../providers/registry.ts'
import { type LoadedVolumeSource, loadVolumeSource } from '../providers/volume-sources.ts'

/**
 * Loads the configured providers.
 * @param options.demo whether to simulate providers without credentials even if DATABASE_URL is set
 * @throws {ConfigError} with PROVIDERS_FILE and what is wrong in it
 */
export function openProviders(config: Config, { demo = false } = {}): ProviderRegistry {
  try {
    return loadProviders({
      file: config.providersFile,
      environment: config.environment,
      simulateMissing: simulatesMissing(config, demo),
    })
  } catch (error) {
    throw new ConfigError(`PROVIDERS_FILE ${getErrorMessage(error)}`)
  }
}

/**
 * Loads the configured source of search volumes.
 * @param options.demo whether to simulate search volumes without credentials even if DATABASE_URL is set
 * @throws {ConfigError} with the variable that contains an invalid URL
 */
export function openVolumeSource(config: Config, { demo = false } = {}): LoadedVolumeSource {
  try {
    return loadVolumeSource({
      environment: config.environment,
      simulateMissing: simulatesMissing(config, demo),
    })
  } catch (error) {
    throw new ConfigError(getErrorMessage(error))
  }
}

/** Missing credentials are replaced by simulations only in trial installations, never silently with an external database. */
function simulatesMissing({ database }: Config, demo: boolean): boolean {
  return demo || database.mode === 'embedded'
}
