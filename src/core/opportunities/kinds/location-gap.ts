import { gapRules } from '../foundation/gap.ts'

/** Locations in which answers name the brand less often than in the other locations. */
export const locationGap = gapRules('location')
