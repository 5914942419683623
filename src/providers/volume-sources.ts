import type { LoadedVolumeSource } from '../core/provider-port/accounts.ts'
import { API_ADDRESS } from './dataforseo/settings.ts'
import { createVolumeSource } from './dataforseo/volume.ts'
import { baseUrl } from './foundation/define-driver.ts'
import { missingCredentials, VOLUME_CREDENTIALS } from './foundation/missing-credentials.ts'
import { simulatedVolume } from './simulated/volume.ts'

/**
 * Returns the source of search volumes that has credentials in the environment. Otherwise returns simulated volumes,
 * or no source.
 * @param options.simulateMissing whether to simulate volumes if credentials are missing
 * @throws {Error} that names the environment variable with an invalid URL
 */
export function loadVolumeSource({
  environment,
  simulateMissing,
}: {
  environment: Readonly<Record<string, string | undefined>>
  simulateMissing: boolean
}): LoadedVolumeSource {
  const missing = missingCredentials(VOLUME_CREDENTIALS, environment)
  if (missing) {
    return simulateMissing
      ? { source: simulatedVolume, state: 'simulated', missing }
      : { source: null, state: 'unavailable', missing }
  }
  const [login = '', password = ''] = VOLUME_CREDENTIALS.map((variable) => environment[variable])
  const address = baseUrl.safeParse(environment.DATAFORSEO_BASE_URL ?? API_ADDRESS)
  if (!address.success) throw new Error(`DATAFORSEO_BASE_URL: ${address.error.issues[0]?.message}`)
  const source = createVolumeSource({ baseUrl: address.data, login, password })
  return { source, state: 'real', missing: null }
}
