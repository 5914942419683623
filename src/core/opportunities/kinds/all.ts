import type { OpportunityKind } from '../foundation/definition.ts'
import type { KindRules } from '../foundation/finding.ts'
import { locationGap } from './location-gap.ts'
import { missingPrompt } from './missing-prompt.ts'
import { providerGap } from './provider-gap.ts'
import { sourceToWin } from './source-to-win.ts'

/** The rules of all kinds. Raise `OPPORTUNITIES_VERSION` when they change. */
export const KIND_RULES: Readonly<Record<OpportunityKind, KindRules>> = {
  missing_prompt: missingPrompt,
  source_to_win: sourceToWin,
  provider_gap: providerGap,
  location_gap: locationGap,
}

/** Version of the rules. The opportunities of older versions are computed again. */
export const OPPORTUNITIES_VERSION = 2
