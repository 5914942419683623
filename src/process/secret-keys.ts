import type { Config } from '../config/read.ts'
import { locateEmbeddedHome } from '../infra/embedded-home.ts'
import { configuredKeys, type SecretKeyStore, storedKeys } from '../infra/secret-keys.ts'

/**
 * Returns the keys that encrypt secrets, from the environment or from the data folder.
 * @param dataFolder folder of the embedded database, if it is open
 */
export function openSecretKeys(
  { secretKey, previousSecretKey, database, dataDirectory }: Config,
  dataFolder: string | null = null,
): SecretKeyStore {
  if (secretKey !== null) return configuredKeys({ current: secretKey, previous: previousSecretKey })
  const isEmbedded = database.mode === 'embedded'
  return storedKeys(dataFolder ?? (isEmbedded ? locateEmbeddedHome(dataDirectory).folder : dataDirectory))
}
