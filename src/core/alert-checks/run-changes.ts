import type { NotableChange } from '../../metrics/change-tests.ts'
import type { ChangedThing } from '../../metrics/notable-changes.ts'
import { type AlertEvidence, NO_EVIDENCE } from '../alerts/definition.ts'
import type { AlertDraft } from '../alerts/raise.ts'

/** Names that the changes of a run refer to by id or key. */
export interface ChangeNames {
  competitors: ReadonlyMap<string, string>
  /** Names of untracked brands by the key of their property. */
  brands: ReadonlyMap<string, string>
  /** Returns the display name of a provider. */
  providerLabel(token: string): string
}

/** Returns the alert about a change, still without quotes. */
export function draftOf({ thing, ...figures }: NotableChange<ChangedThing>, names: ChangeNames): AlertDraft {
  const draft = (kind: AlertDraft['kind'], subject: string, evidence: Partial<AlertEvidence>) => ({
    kind,
    subject,
    evidence: { ...NO_EVIDENCE, figures, ...evidence },
  })
  switch (thing.kind) {
    case 'metric_moved': {
      const { metric, part } = thing
      if (part.scope !== 'provider' && part.scope !== 'tag')
        return draft('metric_moved', metric, { metric, part: 'all' })
      const { scope, value: name } = part
      const label = scope === 'provider' ? names.providerLabel(name) : null
      return draft('metric_moved', `${metric} ${scope} ${name}`, { metric, part: scope, name, label })
    }
    case 'competitor_overtook': {
      const { competitorId } = thing
      const name = names.competitors.get(competitorId) ?? null
      return draft('competitor_overtook', competitorId, { competitorId, name })
    }
    case 'site_appeared':
    case 'site_lost':
      return draft(thing.kind, thing.domain, { name: thing.domain })
    case 'brand_denied':
    case 'brand_discouraged':
      return draft(thing.kind, 'brand', {})
    case 'appeared':
      return draft('brand_appeared', thing.key, { name: names.brands.get(thing.key) ?? thing.key })
  }
}
