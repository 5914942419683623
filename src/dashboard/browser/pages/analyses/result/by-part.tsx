import { rateColumn } from '../../../charts/rate.tsx'
import type { Column } from '../../../components/column.ts'
import { ExportMenu } from '../../../components/export-menu.tsx'
import { Section } from '../../../components/page-header.tsx'
import { Table } from '../../../components/table.tsx'
import { AnalysisLink } from './analysis-link.tsx'
import type { PartFigures } from './use-outcome.ts'

const TITLES = { provider: 'Provider', persona: 'Persona' } as const

/** Compares the mention rates of each brand by provider or persona, which an overall rate hides. */
export function ByPart({
  by,
  parts,
  choices,
  simulated,
}: {
  by: keyof typeof TITLES
  parts: readonly PartFigures[]
  /** The parts in their order. */
  choices: readonly { value: string; label: string }[]
  simulated: boolean
}) {
  const order = choices.map(({ value }) => value)
  const rows = parts.toSorted((a, b) => order.indexOf(a.value ?? '') - order.indexOf(b.value ?? ''))
  const [first] = rows
  if (!first || parts.length < 2) return null
  const labelOf = (part: PartFigures) =>
    choices.find(({ value }) => value === part.value)?.label ?? part.value ?? ''
  const columns: Column<PartFigures>[] = [
    { id: by, title: TITLES[by], value: labelOf },
    ...first.summary.entities.map(({ entityId, name }): Column<PartFigures> => {
      const rateOf = ({ summary }: PartFigures) =>
        summary.entities.find((entity) => entity.entityId === entityId)?.mentionRate
      return rateColumn(`named_${name}`, name, rateOf, ({ value }, rate) => (
        <AnalysisLink
          search={{
            named: 'yes',
            ...(value && { [by]: value }),
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
      title={`Mentions by ${by}`}
      note={`Share of the ${by}’s answers that mention each brand.`}
      actions={<ExportMenu name={`analysis-${by}s`} columns={columns} rows={rows} simulated={simulated} />}
    >
      <Table
        caption={`Share of answers that mention each brand, by ${by}`}
        columns={columns}
        rows={rows}
        rowKey={({ value }) => value ?? ''}
      />
    </Section>
  )
}
