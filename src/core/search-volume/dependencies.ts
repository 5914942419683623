import type { VolumeSource } from '../provider-port/volume-source.ts'

/** Dependencies of search volume estimates. */
export interface VolumeDeps {
  /** Source of search volumes; null if none is configured. */
  volume: VolumeSource | null
}
