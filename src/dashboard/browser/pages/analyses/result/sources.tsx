import { rateColumn } from '../../../charts/rate.tsx'
import type { Column } from '../../../components/column.ts'
import { numberColumn } from '../../../components/columns.tsx'
import { ExportMenu } from '../../../components/export-menu.tsx'
import { Section } from '../../../components/page-header.tsx'
import { Message } from '../../../components/states.tsx'
import { Table } from '../../../components/table.tsx'
import { count } from '../../../formatting/format.ts'
import { ownerOf } from '../../sources/owner.tsx'
import { AnalysisLink } from './analysis-link.tsx'
import type { OutcomeFigures } from './use-outcome.ts'

type Source = NonNullable<OutcomeFigures['sources']>['nodes'][number]

/** The most cited sites. */
export function Sources({
  sources,
  brandName,
  simulated,
}: {
  sources: OutcomeFigures['sources']
  brandName: string
  simulated: boolean
}) {
  const rows = sources?.nodes ?? []
  const columns: Column<Source>[] = [
    {
      id: 'domain',
      title: 'Domain',
      value: ({ domain }) => domain,
      cell: ({ domain }) => <AnalysisLink search={{ domain }}>{domain}</AnalysisLink>,
    },
    { id: 'owner', title: 'Owner', value: (source) => ownerOf(source, brandName) },
    rateColumn('cited', 'Cited in', ({ citationRate }) => citationRate),
    numberColumn('retrieved', 'Listed, not cited', ({ retrieved }) => retrieved),
  ]
  return (
    <Section
      title="Most cited sources"
      note={
        (sources?.totalCount ?? 0) > rows.length
          ? `The ${rows.length} most cited sites out of ${count(sources?.totalCount ?? 0, 'site')}.`
          : 'Share of answers that cite a page of the site.'
      }
      actions={
        rows.length > 0 && (
          <ExportMenu name="analysis-sources" columns={columns} rows={rows} simulated={simulated} />
        )
      }
    >
      {rows.length > 0 ? (
        <Table caption="Most cited sites" columns={columns} rows={rows} rowKey={({ domain }) => domain} />
      ) : (
        <Message title="No sources cited" />
      )}
    </Section>
  )
}
