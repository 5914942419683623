import { rateColumn } from '../../../charts/rate.tsx'
import type { Column } from '../../../components/column.ts'
import { ExportMenu } from '../../../components/export-menu.tsx'
import { Section } from '../../../components/page-header.tsx'
import { Table } from '../../../components/table.tsx'
import { AnalysisLink } from './analysis-link.tsx'
import type { OutcomeFigures } from './use-outcome.ts'

type Part = NonNullable<OutcomeFigures['metrics']>[number]

/** Compares the mention rates of each brand by provider. Providers differ more than an overall rate shows. */
export function ByProvider({
  parts,
  providers,
  simulated,
}: {
  parts: readonly Part[]
  providers: readonly { token: string; label: string }[]
  simulated: boolean
}) {
  const order = providers.map(({ token }) => token)
  const rows = parts.toSorted((a, b) => order.indexOf(a.value ?? '') - order.indexOf(b.value ?? ''))
  const [first] = rows
  if (!first || parts.length < 2) return null
  const labelOf = ({ value }: Part) => providers.find(({ token }) => token === value)?.label ?? value ?? ''
  const columns: Column<Part>[] = [
    { id: 'provider', title: 'Provider', value: labelOf },
    ...first.summary.entities.map(({ entityId, name }): Column<Part> => {
      const rateOf = ({ summary }: Part) =>
        summary.entities.find((entity) => entity.entityId === entityId)?.mentionRate
      return rateColumn(`named_${name}`, name, rateOf, ({ value }, rate) => (
        <AnalysisLink
          search={{
            named: 'yes',
            ...(value && { provider: value }),
            ...(entityId !== 'brand' && { entity: entityId }),
          }}
        >
          {rate}
        </AnalysisLink>
      ))
    }),
  ]
  return (
    <Section
      title="Mentions by provider"
      note="Share of the provider’s answers that mention each brand."
      actions={<ExportMenu name="analysis-providers" columns={columns} rows={rows} simulated={simulated} />}
    >
      <Table
        caption="Share of answers that mention each brand, by provider"
        columns={columns}
        rows={rows}
        rowKey={({ value }) => value ?? ''}
      />
    </Section>
  )
}
