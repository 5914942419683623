import type { Column } from '../../components/column.ts'
import { numberColumn, textColumn } from '../../components/columns.tsx'
import { Table } from '../../components/table.tsx'
import { language, percent, percentRange } from '../../formatting/format.ts'
import { useProject } from '../../layout/project-frame.tsx'
import type { CorrectionRate } from './documents.ts'

/** How many of the checked labels people changed, by provider and language. */
export function MeasuredError({ rates }: { rates: readonly CorrectionRate[] }) {
  const { defaultProviders } = useProject()
  const labels = new Map(defaultProviders.map(({ token, label }) => [token, label]))
  const columns: Column<CorrectionRate>[] = [
    textColumn('provider', 'Provider', ({ provider }) => labels.get(provider) ?? provider),
    textColumn('language', 'Language', (rate) =>
      rate.language === null ? 'unknown' : language(rate.language),
    ),
    numberColumn('checked', 'Checked labels', ({ corrected }) => corrected.denominator),
    numberColumn('changed', 'Changed labels', ({ corrected }) => corrected.numerator),
    {
      id: 'share',
      title: 'Share changed',
      numeric: true,
      cell: ({ corrected: { value, low, high } }) => `${percent(value)} (${percentRange(low, high)})`,
    },
  ]
  return (
    <Table
      caption="Corrected labels by provider and language"
      columns={columns}
      rows={rates}
      rowKey={({ id }) => id}
    />
  )
}
