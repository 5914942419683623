import type { ProviderState } from '../../providers/registry.ts'
import { VOLUME_CREDENTIALS } from '../../providers/volume-sources.ts'
import type { Services } from '../context.ts'

/** Whether search volumes are real, and what to set where they are not. */
export interface VolumeState {
  state: ProviderState
  /** The id of the source; null where there is none. */
  source: string | null
  /** Null where they are real. */
  fix: string | null
}

/** The state of search volumes in this installation. */
export function volumeState({ deps: { volume } }: Pick<Services, 'deps'>): VolumeState {
  const source = volume?.id ?? null
  const state = source === null ? 'unavailable' : source === 'simulated' ? 'simulated' : 'real'
  return { state, source, fix: state === 'real' ? null : `set ${VOLUME_CREDENTIALS.join(' and ')}` }
}
