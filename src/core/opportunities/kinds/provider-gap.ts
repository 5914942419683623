import { gapRules } from '../foundation/gap.ts'

/** Providers that name the brand less often than the other providers do. */
export const providerGap = gapRules('provider')
