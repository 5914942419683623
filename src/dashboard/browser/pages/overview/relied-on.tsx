import { RateCell, rateValues } from '../../figures/rate.tsx'
import { AnswersLink } from '../../frame/answers-link.tsx'
import { useProject } from '../../frame/project-frame.tsx'
import type { Column } from '../../parts/column.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { Section } from '../../parts/page-header.tsx'
import { Message } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Card } from './card.tsx'
import type { Parts } from './documents/parts.ts'
import { answersOf, type Shown } from './view.ts'

type Source = NonNullable<Parts['sources']>['nodes'][number]

/** The sites that the answers of the run cite most. */
export function ReliedOn({ view }: { view: Shown }) {
  const { analysisBrandName } = useProject()
  const { parts, run, search } = view
  if (!parts) return null
  const sources = parts.sources?.nodes ?? []
  const domainOf = ({ domain }: Source) => (
    <AnswersLink search={{ ...answersOf(view, run.databaseId), tag: undefined, domain }}>
      {domain}
    </AnswersLink>
  )
  const columns: Column<Source>[] = [
    {
      id: 'domain',
      title: 'Domain',
      value: ({ domain }) => domain,
      cell: domainOf,
    },
    { id: 'owner', title: 'Owner', value: (source) => ownerOf(source, analysisBrandName) },
    {
      id: 'cited',
      title: 'Cited in',
      numeric: true,
      value: ({ citationRate }) => rateValues(citationRate),
      cell: ({ citationRate }) => <RateCell rate={citationRate} />,
    },
  ]
  return (
    <Section
      title="Whom they rely on"
      note={`Share of answers that cite a page of the site.${search.tag ? ' The filter of tags does not reach this panel.' : ''}`}
      actions={
        sources.length > 0 && (
          <ExportMenu load={() => ({ name: 'sources', columns, rows: sources, simulated: run.simulated })} />
        )
      }
    >
      {sources.length > 0 ? (
        <Table
          caption="Sites cited most"
          columns={columns}
          rows={sources}
          rowKey={({ domain }) => domain}
          cards={(source) => (
            <Card
              main={domainOf(source)}
              figure={<RateCell rate={source.citationRate} />}
              notes={[ownerOf(source, analysisBrandName)]}
            />
          )}
        />
      ) : (
        <Message title="No answer names a source" />
      )}
    </Section>
  )
}

/** Whose site it is, or of which kind. */
function ownerOf({ category, competitor }: Source, brand: string): string {
  switch (category) {
    case 'OWN':
      return brand
    case 'COMPETITOR':
      return competitor?.name ?? 'a competitor'
    case 'EDITORIAL':
      return 'editorial'
    case 'REFERENCE':
      return 'reference'
    case 'REVIEW':
      return 'reviews'
    case 'SOCIAL':
      return 'social'
    case 'OTHER':
      return 'other'
  }
}
