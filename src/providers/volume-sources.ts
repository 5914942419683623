import { API_ADDRESS } from './dataforseo/settings.ts'
import { createVolumeSource } from './dataforseo/volume.ts'
import { baseUrl } from './define-driver.ts'
import { type MissingPart, missingCredentials } from './missing-credentials.ts'
import type { ProviderState } from './registry.ts'
import { simulatedVolume } from './simulated/volume.ts'
import type { VolumeSource } from './volume-source.ts'

/** The variables that real search volumes need. */
export const VOLUME_CREDENTIALS = ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD']

/** The source of search volumes, and whether it is a real one. */
export interface LoadedVolumeSource {
  /** Null where there is none. */
  source: VolumeSource | null
  state: ProviderState
  /** Null where nothing is missing. */
  missing: MissingPart | null
}

/**
 * The source of search volumes that the environment has credentials for; otherwise simulated figures, or none.
 * @param options.simulateMissing whether figures are simulated where credentials are missing
 * @throws {Error} that names the variable of an address that is none
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
