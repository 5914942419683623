import { RateCell, rateValues } from '../../../figures/rate.tsx'
import type { Column } from '../../../parts/column.ts'
import { ExportMenu } from '../../../parts/export-menu.tsx'
import { Section } from '../../../parts/page-header.tsx'
import { Table } from '../../../parts/table.tsx'
import { AnalysisLink } from './analysis-link.tsx'
import type { OutcomeFigures } from './use-outcome.ts'

type Part = NonNullable<OutcomeFigures['metrics']>[number]

/** How often each provider names the brand and each competitor: they disagree more than one figure shows. */
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
      return {
        id: `named_${name}`,
        title: name,
        numeric: true,
        value: (part) => rateValues(rateOf(part)),
        cell: (part) => {
          const rate = rateOf(part)
          if (!rate?.numerator) return <RateCell rate={rate} />
          return (
            <AnalysisLink
              search={{
                named: 'yes',
                ...(part.value && { provider: part.value }),
                ...(entityId !== 'brand' && { entity: entityId }),
              }}
            >
              <RateCell rate={rate} />
            </AnalysisLink>
          )
        },
      }
    }),
  ]
  return (
    <Section
      title="Who is named by which provider"
      note="Share of the provider’s answers that name the brand."
      actions={<ExportMenu load={() => ({ name: 'analysis-providers', columns, rows, simulated })} />}
    >
      <Table
        caption="Share of answers that name each brand, by provider"
        columns={columns}
        rows={rows}
        rowKey={({ value }) => value ?? ''}
      />
    </Section>
  )
}
