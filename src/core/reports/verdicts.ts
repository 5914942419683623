import type { ChangeVerdict } from '../../metrics/definitions.ts'

/** The verdicts on a change, in the words of reports. */
export const VERDICTS: Readonly<Record<ChangeVerdict, string>> = {
  moved: 'Moved',
  within_noise: 'Within chance',
  insufficient: 'Too little to tell',
  not_comparable: 'Not comparable',
}
