import type { Services } from '../foundation/context.ts'
import type { ProviderState } from '../provider-port/registry.ts'
import type { VolumeDeps } from './dependencies.ts'

/** Whether search volumes are real, and how to configure them if not. */
export interface VolumeState {
  state: ProviderState
  /** Id of the source; null if there is none. */
  source: string | null
  /** What an operator can set to get real search volumes; null if they are real. */
  fix: string | null
}

/** Returns the state of search volumes in this installation. */
export function volumeState({
  deps: { volume, providers },
}: Pick<Services<VolumeDeps>, 'deps'>): VolumeState {
  const source = volume?.id ?? null
  const state = source === null ? 'unavailable' : source === 'simulated' ? 'simulated' : 'real'
  return { state, source, fix: state === 'real' ? null : `set ${providers.volumeCredentials.join(' and ')}` }
}
