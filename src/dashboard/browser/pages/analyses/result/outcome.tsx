import { Failed, Skeleton } from '../../../parts/states.tsx'
import type { ShownAnalysis } from '../documents.ts'
import { ByProvider } from './by-provider.tsx'
import { Deliveries } from './deliveries.tsx'
import { EntityTable } from './entity-table.tsx'
import { Sources } from './sources.tsx'
import { useOutcome } from './use-outcome.ts'

/** What the answers of an analysis that has ended say, in figures. */
export function Outcome({ analysis }: { analysis: ShownAnalysis }) {
  const { databaseId, brandName, simulated } = analysis
  const [{ data, error }, retry] = useOutcome(databaseId)
  const outcome = data?.asyncAnalysis
  if (!outcome) {
    if (error) return <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />
    return <Skeleton height={320} />
  }
  const deliveries = <Deliveries deliveries={outcome.webhookDeliveries?.nodes ?? []} />
  // Tables of brands and sites would say "no answers" in every cell.
  if (!outcome.summary?.mentionRate.denominator) return deliveries
  return (
    <>
      <EntityTable entities={outcome.summary.entities} simulated={simulated} />
      <ByProvider parts={outcome.metrics ?? []} providers={analysis.providers} simulated={simulated} />
      <Sources sources={outcome.sources} brandName={brandName} simulated={simulated} />
      {deliveries}
    </>
  )
}
