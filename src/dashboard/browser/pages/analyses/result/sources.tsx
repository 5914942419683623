import { count, number } from '../../../figures/format.ts'
import { RateCell, rateValues } from '../../../figures/rate.tsx'
import type { Column } from '../../../parts/column.ts'
import { ExportMenu } from '../../../parts/export-menu.tsx'
import { Section } from '../../../parts/page-header.tsx'
import { Message } from '../../../parts/states.tsx'
import { Table } from '../../../parts/table.tsx'
import { AnalysisLink } from './analysis-link.tsx'
import type { OutcomeFigures } from './use-outcome.ts'

type Source = NonNullable<OutcomeFigures['sources']>['nodes'][number]

/** The sites that the answers rely on most. */
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
  const ownerOf = ({ owner, competitor, category }: Source): string => {
    switch (owner) {
      case 'BRAND':
        return brandName
      case 'COMPETITOR':
        return competitor?.name ?? 'a competitor'
      case 'THIRD_PARTY':
        return category.toLowerCase().replaceAll('_', ' ')
    }
  }
  const columns: Column<Source>[] = [
    {
      id: 'domain',
      title: 'Domain',
      value: ({ domain }) => domain,
      cell: ({ domain }) => <AnalysisLink search={{ domain }}>{domain}</AnalysisLink>,
    },
    { id: 'owner', title: 'Owner', value: ownerOf },
    {
      id: 'cited',
      title: 'Cited in',
      numeric: true,
      value: ({ citationRate }) => rateValues(citationRate),
      cell: ({ citationRate }) => <RateCell rate={citationRate} />,
    },
    {
      id: 'retrieved',
      title: 'Only listed',
      numeric: true,
      value: ({ retrieved }) => retrieved,
      cell: ({ retrieved }) => number(retrieved),
    },
  ]
  return (
    <Section
      title="Whom the answers rely on"
      note={
        (sources?.totalCount ?? 0) > rows.length
          ? `The ${rows.length} sites that most answers cite, of ${count(sources?.totalCount ?? 0, 'site')}.`
          : 'Share of answers that cite a page of the site.'
      }
      actions={
        rows.length > 0 && (
          <ExportMenu load={() => ({ name: 'analysis-sources', columns, rows, simulated })} />
        )
      }
    >
      {rows.length > 0 ? (
        <Table caption="Sites cited most" columns={columns} rows={rows} rowKey={({ domain }) => domain} />
      ) : (
        <Message title="No answer names a source" />
      )}
    </Section>
  )
}
