import { Pending } from '../../../components/states.tsx'
import { ByPart } from './by-part.tsx'
import { Deliveries } from './deliveries.tsx'
import type { ShownAnalysis } from './documents.ts'
import { EntityTable } from './entity-table.tsx'
import { Sources } from './sources.tsx'
import { useOutcome } from './use-outcome.ts'

/** Shows the results of a finished analysis. */
export function Outcome({ analysis }: { analysis: ShownAnalysis }) {
  const { databaseId, brandName, simulated } = analysis
  const [{ data, error }, retry] = useOutcome(databaseId)
  const outcome = data?.asyncAnalysis
  if (!outcome) return <Pending error={error} retry={retry} height={320} />
  const deliveries = <Deliveries deliveries={outcome.webhookDeliveries?.nodes ?? []} />
  // Without answers, every cell of the tables would say "no answers".
  if (!outcome.summary?.mentionRate.denominator) return deliveries
  return (
    <>
      <EntityTable entities={outcome.summary.entities} simulated={simulated} />
      <ByPart
        by="provider"
        parts={outcome.providers ?? []}
        choices={analysis.providers.map(({ token, label }) => ({ value: token, label }))}
        simulated={simulated}
      />
      <ByPart
        by="persona"
        parts={outcome.personas ?? []}
        choices={analysis.personas.map(({ name }) => ({ value: name, label: name }))}
        simulated={simulated}
      />
      <Sources sources={outcome.sources} brandName={brandName} simulated={simulated} />
      {deliveries}
    </>
  )
}
